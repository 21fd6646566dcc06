import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const places = ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'tests/**/*.test.ts'];
const mostPerProcess = 12;
/** Signs of a file that changes its process, starts others, or prepares every test of its process. It runs alone. */
const alone = /\bprocess\.|\bmock\b|\buseOwnServer\b|node:child_process|^(before|beforeEach|afterEach)\(/m;

/** Returns the files for `node --test`. Up to a dozen tests share a process: a file in `folder` imports them. */
export function testFiles(root: string, folder: string): string[] {
  const all = globSync(places, { cwd: root }).sort();
  const areas = Map.groupBy(all, (file) =>
    alone.test(readFileSync(join(root, file), 'utf8')) ? 'alone' : file.split('/', 2).join('-'),
  );
  return [...areas].flatMap(([area, files]) => {
    if (area === 'alone') return files;
    const processes = Math.ceil(files.length / mostPerProcess);
    return Array.from({ length: processes }, (_, process) => {
      const shared = join(folder, `${area}-${process + 1}.test.mjs`);
      const members = files.filter((_, at) => at % processes === process);
      writeFileSync(shared, members.map((file) => `await import('${pathToFileURL(join(root, file))}');\n`).join(''));
      return shared;
    });
  });
}
