import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sharedServer, startPostgres } from '../tests/support/postgres.ts';
import { bundledProgram } from '../tests/support/program.ts';
import { bundle } from './package/bundle.ts';
import { compileExecutedEagerly } from './package/executed.ts';
import { testFiles } from './test-files.ts';

// Runs the tests of the project; words after `npm test --` are handed on. All files share one PostgreSQL server, each with
// databases of its own. The same files are read by a hundred processes, so what is compiled of them is kept between them;
// the program that tests start is bundled once.
const root = resolve(import.meta.dirname, '..');
const folder = mkdtempSync(join(inMemory(8 * 1024 ** 3) ?? tmpdir(), 'nonet-tests-'));
// PostgreSQL does not run as root, and passes through this folder to its own.
chmodSync(folder, 0o711);
process.env.TMPDIR = folder;
const files = testFiles(root, folder);
// One more than there are cores: tests also wait, for timers and for PostgreSQL.
const atOnce = Math.min(availableParallelism(), 4) + 1;
const words = ['--test', `--test-concurrency=${atOnce}`, '--test-timeout=240000', ...process.argv.slice(2), ...files];
// The TypeScript compiler collects garbage less often: it would take a third of its time.
process.env.GOGC ??= '400';
const built = 'dist-test';
rmSync(join(root, built), { recursive: true, force: true });
const [server] = await Promise.all([startPostgres(), buildProgram(), writeDeclarations()]);
const tests = spawn(process.execPath, words, {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/nonet'),
    [sharedServer]: server.address,
    [bundledProgram]: join(root, built, 'bin/nonet.js'),
  },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => tests.kill(signal));
const [status] = await once(tests, 'exit');
await server.stop();
rmSync(folder, { recursive: true, force: true });
process.exitCode = status ?? 1;

/** Writes the program as the package has it. */
async function buildProgram(): Promise<void> {
  await bundle(root, built);
  await compileExecutedEagerly(root, built);
}

/** Writes the declarations of the library next to the bundle: `nonet generate types --check` then compiles no sources of the library. */
async function writeDeclarations(): Promise<void> {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const project = join(root, 'tsconfig.build.json');
  const options = ['-p', project, '--outDir', built, '--noCheck'];
  const [status] = await once(spawn(process.execPath, [compiler, ...options], { cwd: root, stdio: 'inherit' }), 'exit');
  if (status !== 0) throw new Error('the declarations could not be written');
}

/** Returns the folder that Linux keeps in memory if it has so many bytes free: a database is created there in a tenth of the time. */
function inMemory(bytes: number): string | undefined {
  const place = '/dev/shm';
  if (!existsSync(place)) return undefined;
  const { bavail, bsize } = statfsSync(place);
  return bavail * bsize >= bytes ? place : undefined;
}
