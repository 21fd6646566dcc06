import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bundleBrowserService } from './browser-service.ts';
import { bundle, library, listExternal } from './package/bundle.ts';
import { keepNeededDeclarations } from './package/declarations.ts';
import { compileExecutedEagerly } from './package/executed.ts';
import { collectLicenses } from './package/licenses.ts';

// Makes `dist/`, what the published package holds: bundled JavaScript of the program and the library, the library's
// declarations, and the file by which a service runs in a browser.
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
await compileExecutedEagerly(root);
mkdirSync(join(dist, 'browser'));
const browser = await bundleBrowserService();
writeFileSync(join(dist, 'browser/service.js'), browser.text);
const outputs = { ...metafile.outputs, ...browser.metafile.outputs };
writeFileSync(join(dist, 'THIRD-PARTY.txt'), collectLicenses({ inputs: {}, outputs }, root));
chmodSync(join(dist, 'bin/nonet.js'), 0o755);
console.log('built: dist/');
