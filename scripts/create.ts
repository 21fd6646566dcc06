import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';

// Creates a project that uses the package of this checkout: `npm run create ../notes`. The package is built, packed into the
// project and installed there, so the project does not need the checkout any more.
const root = resolve(import.meta.dirname, '..');
const [folder, ...others] = process.argv.slice(2);
if (folder === undefined || folder.startsWith('-') || others.length > 0) {
  console.error('create: Expected the folder of the new project, such as: npm run create ../notes');
  process.exit(2);
}
const from = process.env.INIT_CWD ?? process.cwd();
const project = resolve(from, folder);
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, string>;
const packed = join(project, `${name}-${version}.tgz`);
const document = join(project, `${basename(project).toLowerCase()}.md`);

console.log('Building the package …');
run(process.execPath, [join(root, 'scripts/build.ts')], root);
const program = join(root, 'dist/bin/nonet.js');
run(
  process.execPath,
  [program, 'init', relative(from, document), '--project', `--nonet=${relative(from, packed)}`],
  from,
);
run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', project], root);
run('npm', ['install', '--no-audit', '--no-fund'], project);

/** Runs a command that prints to this terminal; ends with its status if it fails. */
function run(command: string, words: readonly string[], cwd: string): void {
  const { status, error } = spawnSync(command, words, { cwd, stdio: 'inherit' });
  if (error !== undefined) throw error;
  if (status !== 0) process.exit(status ?? 1);
}
