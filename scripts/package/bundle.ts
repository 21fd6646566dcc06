import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type BuildOptions, build, type Metafile, type OutputFile } from 'esbuild';
import { escapeRegExps } from './ascii.ts';
import { readBuiltins } from './builtins.ts';
import { addGroups, findGroups } from './groups.ts';
import { getLateOptions, loadLatePackages } from './late.ts';
import { keepLocations } from './locations.ts';

/** Returns the packages that stay packages: optional ones, and those that tools for traces look for by their names. */
export function listExternal(root: string): readonly string[] {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly dependencies: object;
    readonly optionalDependencies: object;
  };
  return Object.keys({ ...dependencies, ...optionalDependencies });
}

/** The entries of the library. Each imports first, by itself, the module that refuses an older Node. */
export const library = ['src/index', 'src/testing'];

const entryPoints = ['bin/nonet.ts', 'src/library/on-node.ts', ...library.map((entry) => `${entry}.ts`)];

/** Bundled packages of CommonJS call `require` for modules of Node. */
const requireOf = "import{createRequire as requireOf}from'node:module';const require=requireOf(import.meta.url);";

/** Writes the program and the library to a folder of the root: names are kept for stacks, white space is not. Returns the metafile. */
export async function bundle(root: string, outdir = 'dist'): Promise<Metafile> {
  const options = {
    absWorkingDir: root,
    entryPoints: [...entryPoints, ...globSync('src/**/*-thread.ts', { cwd: root })],
    outdir,
    outbase: '.',
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    external: [...listExternal(root)],
    minifyWhitespace: true,
    minifySyntax: true,
    // An error that nobody catches is printed with its line.
    lineLimit: 160,
    banner: { js: requireOf },
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    logOverride: { 'ignored-bare-import': 'silent' },
    tsconfigRaw: {},
  } as const satisfies BuildOptions;
  const single = await build({ ...options, write: false, plugins: [loadLatePackages(), readBuiltins(root)] });
  const late = await build({ ...options, ...getLateOptions(root), metafile: true, write: false });
  const { groups, importing } = findGroups(single.metafile);
  const plugins = [loadLatePackages(), readBuiltins(root), addGroups(groups, root), keepLocations(root, importing)];
  const define = { nonetBuild: JSON.stringify(identify([...single.outputFiles, ...late.outputFiles])) };
  const { metafile } = await build({ ...options, plugins, define });
  mkdirSync(join(root, outdir, 'late'));
  for (const { path, contents } of late.outputFiles) writeFileSync(path, contents);
  const outputs = { ...metafile.outputs, ...late.metafile.outputs };
  for (const file of Object.keys(outputs)) trimFile(join(root, file));
  for (const entry of library) {
    const file = join(root, outdir, `${entry}.js`);
    writeFileSync(file, `import './library/on-node.js';\n${readFileSync(file, 'utf8')}`);
  }
  return { ...metafile, outputs };
}

/** Returns an identifier that changes with the text of any file. */
function identify(files: readonly OutputFile[]): string {
  const all = createHash('sha256');
  for (const { path, hash } of files) all.update(`${path} ${hash}\n`);
  return all.digest('base64url');
}

/** Leaves out `require` where a file does not use it, because creating it takes longer than loading a small file; writes ASCII. */
function trimFile(file: string): void {
  const text = readFileSync(file, 'utf8');
  if (text.includes('../late/') && basename(dirname(file)) !== 'chunks')
    throw new Error(`${file} would not find late packages`);
  const rest = text.replace(`${requireOf}\n`, '');
  writeFileSync(file, escapeRegExps(/\brequire\b/.test(rest) ? text : rest));
}
