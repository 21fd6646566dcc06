import { spawnSync } from 'node:child_process';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bundle, library, listExternal } from './package/bundle.ts';
import { keepNeededDeclarations } from './package/declarations.ts';
import { collectLicenses } from './package/licenses.ts';

// Makes `dist/`, what the published package holds: bundled JavaScript of the program and the library, and the library's declarations.
const root = resolve(import.meta.dirname, '..');
const dist = join(root, 'dist');
const compiler = join(root, 'node_modules/typescript/bin/tsc');

rmSync(dist, { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
});
if (status !== 0) throw new Error('the declarations could not be written');
const external = listExternal(root);
const unknown = keepNeededDeclarations(dist, library).filter((name) => !external.includes(name));
if (unknown.length > 0) throw new Error(`the declarations of the library need types of ${unknown.join(', ')}`);
const metafile = await bundle(root);
writeFileSync(join(dist, 'THIRD-PARTY.txt'), collectLicenses(metafile, root));
chmodSync(join(dist, 'bin/nonet.js'), 0o755);
console.log('built: dist/');
