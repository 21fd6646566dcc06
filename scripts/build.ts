import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

// Makes `dist/`, what the published package holds: JavaScript and declarations of `bin/` and `src/`, tests left out.
const root = resolve(import.meta.dirname, '..');
const compiler = join(root, 'node_modules/typescript/bin/tsc');

rmSync(join(root, 'dist'), { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
});
const program = join(root, 'dist/bin/nonet.js');
if (status !== 0 || !existsSync(program)) {
  console.error('the package could not be built');
  process.exitCode = 1;
} else {
  chmodSync(program, 0o755);
  console.log('built: dist/');
}
