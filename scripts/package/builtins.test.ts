import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from 'esbuild';
import { readBuiltins } from './builtins.ts';
import { keepLocations } from './locations.ts';

/** Bundles a source and runs it with a word. Returns each line that it prints, and `loaded` if Node loaded the module of processes. */
async function runBundled(source: string, word: string): Promise<readonly string[]> {
  const root = mkdtempSync(join(tmpdir(), 'nonet-builtins-'));
  try {
    mkdirSync(join(root, 'src'));
    mkdirSync(join(root, 'node_modules/old'), { recursive: true });
    writeFileSync(join(root, 'src/main.ts'), source);
    writeFileSync(
      join(root, 'node_modules/old/index.js'),
      "const processes = require('node:child_process'); exports.spawn = (...words) => processes.spawnSync(...words).status;",
    );
    await build({
      absWorkingDir: root,
      entryPoints: ['src/main.ts'],
      outfile: join(root, 'main.mjs'),
      bundle: true,
      format: 'esm',
      platform: 'node',
      plugins: [readBuiltins(root), keepLocations(root, new Map())],
    });
    const listed =
      "process.on('exit', () => process.moduleLoadList.includes('NativeModule child_process') && console.log('loaded'))";
    const words = ['--import', `data:text/javascript,${encodeURIComponent(listed)}`, join(root, 'main.mjs'), word];
    return execFileSync(process.execPath, words, { encoding: 'utf8' }).trim().split('\n');
  } finally {
    rmSync(root, { recursive: true });
  }
}

test('a late function loads its module at the first call', async () => {
  const source = `import { execFile, spawnSync as start } from 'node:child_process';
import { basename } from 'node:path';
if (process.argv[2] === 'call') console.log(start(process.execPath, ['-e', '']).status);
if (process.argv[2] === 'other') console.log(execFile.name);
console.log(basename('a/b'));
`;
  assert.deepEqual(await runBundled(source.replace(/^.*execFile.name.*\n/m, ''), 'none'), ['b']);
  assert.deepEqual(await runBundled(source, 'call'), ['0', 'b', 'loaded']);
  assert.deepEqual(await runBundled(source, 'other'), ['execFile', 'b', 'loaded']);
});

test('a late class is constructed', async () => {
  const source = `import { Worker } from 'node:worker_threads';
const worker = new Worker('', { eval: true });
worker.on('exit', (status) => console.log(status));
`;
  assert.deepEqual(await runBundled(source, ''), ['0']);
});

test('a package that requires a late module loads it when it uses a name', async () => {
  const source = `import old from 'old';
if (process.argv[2] === 'call') console.log(old.spawn(process.execPath, ['-e', '']));
console.log('end');
`;
  assert.deepEqual(await runBundled(source, 'none'), ['end']);
  assert.deepEqual(await runBundled(source, 'call'), ['0', 'end', 'loaded']);
});
