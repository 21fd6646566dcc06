import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';

// Runs the tests of the project; words behind `npm test --` are handed on. The same files are read by hundreds of processes, so
// what is compiled of them is kept between them.
const root = resolve(import.meta.dirname, '..');
const places = ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'tests/**/*.test.ts'];
const words = ['--test', '--test-concurrency=2', '--test-timeout=240000', ...process.argv.slice(2), ...places];
const { status } = spawnSync(process.execPath, words, {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/nonet') },
});
process.exitCode = status ?? 1;
