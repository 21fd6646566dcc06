import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const here = import.meta.dirname;

/** Reads descriptions by Specmatic, and holds the examples that it puts together by their names against the schemas; returns what it reports. */
export function validateBySpecmatic(files: readonly string[]): readonly string[] {
  const run = (words: readonly string[]) => spawnSync('java', words, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (run(['-version']).error !== undefined) {
    console.log('specmatic: left out, because there is no Java here');
    return [];
  }
  const jar = join(here, 'node_modules/specmatic/specmatic.jar');
  let all = 0;
  const found = files.flatMap((file) => {
    const { status, stdout } = run(['-jar', jar, 'validate', `--spec-file=${file}`]);
    const [, passed = '0', failed = '0'] = /^Examples\s*\| Passed:\s*(\d+) \| Failed:\s*(\d+)/m.exec(stdout) ?? [];
    all += Number(passed);
    return status === 0 && failed === '0' ? [] : [`${file}: ${failed} examples failed: ${stdout.slice(0, 2_000)}`];
  });
  return all === 0 ? [...found, 'no example was put together'] : found;
}
