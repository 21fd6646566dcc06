import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { escapeAll } from './package/ascii.ts';
import { compileFilesEagerly } from './package/executed.ts';
import { collectLicenses } from './package/licenses.ts';
import { fitExecutable } from './package/single-file.ts';

// Makes `dist/nonet-linux-x64`: Nonet and Node.js in one file, by Node's single executable applications.
const root = resolve(import.meta.dirname, '..');
const work = join(root, 'dist/executable');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const target = join(root, `dist/nonet-${process.platform}-${process.arch}`);

mkdirSync(work, { recursive: true });
const shared = {
  absWorkingDir: root,
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node24',
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 160,
  legalComments: 'none',
  logLevel: 'error',
  tsconfigRaw: {},
  // Packages that an executable does without: `nonet lsp` then says which it needs.
  external: ['vscode-languageserver', 'vscode-languageserver-textdocument', 'pg-native'],
  metafile: true,
} satisfies BuildOptions;
const library = await build({ absWorkingDir: root, entryPoints: ['src/index.ts'], write: false, metafile: true });
const names = Object.values(library.metafile.outputs).flatMap(({ exports }) => exports);
const program = await build({
  ...shared,
  entryPoints: ['bin/main.ts'],
  outfile: join(work, 'nonet.cjs'),
  banner: { js: "const ownUrl=require('node:url').pathToFileURL(process.execPath).href;" },
  plugins: [fitExecutable(root, names)],
});
await build({
  ...shared,
  entryPoints: ['src/stores/sqlite/background/reader-thread.ts'],
  outfile: join(work, 'reader-thread.js'),
});
writeFileSync(join(work, 'version'), version);
await compileEagerly(join(work, 'nonet.cjs'));
writeFileSync(`${target}.licenses.txt`, collectLicenses(program.metafile, root));
const config = {
  main: join(work, 'nonet.cjs'),
  output: join(work, 'nonet.blob'),
  disableExperimentalSEAWarning: true,
  useCodeCache: true,
  assets: { 'reader-thread.js': join(work, 'reader-thread.js'), version: join(work, 'version') },
};
writeFileSync(join(work, 'sea.json'), JSON.stringify(config));
run(process.execPath, ['--experimental-sea-config', join(work, 'sea.json')]);
rmSync(target, { force: true });
copyFileSync(process.execPath, target);
chmodSync(target, 0o755);
// Node's own tool for this; it is fetched, because nothing else needs it.
run('npm', [
  ...['exec', '--yes', '--package=postject@1.0.0-alpha.6', '--', 'postject', target, 'NODE_SEA_BLOB', config.output],
  ...['--sentinel-fuse', 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'],
]);
rmSync(work, { recursive: true });
console.log(`built: ${target}`);

/** Puts the functions that the program executes into its code cache. It runs outside of an executable, with assets from files. */
async function compileEagerly(file: string): Promise<void> {
  writeFileSync(file, escapeAll(readFileSync(file, 'utf8')));
  const assets = `import { Module } from 'node:module';
import { readFileSync } from 'node:fs';
const load = Module._load;
const sea = { getAsset: (name) => readFileSync(${JSON.stringify(`${work}/`)} + name, 'utf8') };
Module._load = (name, ...rest) => name === 'node:sea' ? sea : load(name, ...rest);`;
  const hook = `data:text/javascript,${encodeURIComponent(assets)}`;
  await compileFilesEagerly(root, ['--import', hook, file], (executed) => executed === file);
}

function run(command: string, words: readonly string[]): void {
  const { status, error } = spawnSync(command, words, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${command} failed`, { cause: error });
}
