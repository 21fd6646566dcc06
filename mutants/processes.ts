import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Sandbox } from './sandbox.ts';

/** How a process of tests ended. */
export interface Ended {
  readonly how: 'passed' | 'failed' | 'timed out';
  /** The name of the first test that failed. */
  readonly failure: string;
  readonly milliseconds: number;
}

const reporter = fileURLToPath(new URL('first-failure.ts', import.meta.url));

/** Runs test files of a sandbox in one process, up to the first test that fails. */
export async function runTests(
  { root, temporary }: Sandbox,
  files: readonly string[],
  limit: number,
  env: NodeJS.ProcessEnv,
  skip?: string,
): Promise<Ended> {
  const entry = join(temporary, 'tests.mjs');
  writeFileSync(entry, files.map((file) => `await import('${pathToFileURL(join(root, file))}');\n`).join(''));
  const patterns = skip === undefined ? [] : [`--test-skip-pattern=${skip}`];
  const began = performance.now();
  const child = spawn(execPath, [`--test-reporter=${reporter}`, ...patterns, entry], {
    cwd: root,
    // Whatever a test has started ends with its group.
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...env, TMPDIR: temporary },
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk;
  });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    endGroup(child.pid!);
  }, limit);
  const [status] = await once(child, 'exit');
  clearTimeout(timer);
  endGroup(child.pid!);
  const how = isLate ? 'timed out' : status === 0 ? 'passed' : 'failed';
  return { how, failure: printed.trim(), milliseconds: performance.now() - began };
}

function endGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}
