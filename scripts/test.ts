import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sharedServer, startPostgres } from '../tests/support/postgres.ts';
import { testFiles } from './test-files.ts';

// Runs the tests of the project; words after `npm test --` are handed on. All files share one PostgreSQL server, each with
// databases of its own. The same files are read by a hundred processes, so what is compiled of them is kept between them.
const root = resolve(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'nonet-tests-'));
const files = testFiles(root, folder);
const words = ['--test', '--test-concurrency=2', '--test-timeout=240000', ...process.argv.slice(2), ...files];
const server = await startPostgres();
const tests = spawn(process.execPath, words, {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/nonet'),
    [sharedServer]: server.address,
  },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => tests.kill(signal));
const [status] = await once(tests, 'exit');
await server.stop();
rmSync(folder, { recursive: true, force: true });
process.exitCode = status ?? 1;
