import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { build, type Metafile, type Plugin } from 'esbuild';

const root = resolve(import.meta.dirname, '..');
const folder = join(root, 'src/browser');

/** Modules of Node that the browser has in another form. */
const hosts = new Map(
  ['sqlite', 'crypto', 'process'].map((name) => [`node:${name}`, join(folder, 'node', `${name}.ts`)]),
);

/** What is loaded on use, and runs in a browser too. */
const loaded = /(?:\/sqlite\/open|\/signed-tokens|\/mail\/render|\/files\/memory)\.ts$|^jose/;

/**
 * Replaces modules of Node by those of the browser, and what does not run there by a module that says so when it is used. Of the modules
 * that are loaded on use it keeps those whose path fits.
 */
export function createBrowserHost(kept: RegExp): Plugin {
  return {
    name: 'browser host',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^node:/ }, ({ path }) => {
        const host = hosts.get(path);
        return host === undefined ? { path, namespace: 'absent' } : { path: host };
      });
      onResolve({ filter: /./ }, ({ path, kind }) =>
        kind === 'dynamic-import' && !kept.test(path) ? { path: basename(path), namespace: 'absent' } : undefined,
      );
      onLoad({ filter: /./, namespace: 'absent' }, ({ path }) => {
        const fail = `() => { throw new Error(${JSON.stringify(`${path} does not run in a browser`)}); }`;
        return { contents: `module.exports = new Proxy({}, { get: () => ${fail} });`, loader: 'js' };
      });
    },
  };
}

/** Builds the file of the worker in which a service runs in a browser, with SQLite in it. */
export async function buildBrowserService(): Promise<string> {
  return (await bundleBrowserService()).text;
}

/** Builds it as `buildBrowserService` does, and returns also of which files it is made. */
export async function bundleBrowserService(): Promise<{ readonly text: string; readonly metafile: Metafile }> {
  const wasm = readFileSync(join(root, 'node_modules/@sqlite.org/sqlite-wasm/dist/sqlite3.wasm'));
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    metafile: true,
    entryPoints: [join(folder, 'worker.ts')],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2024',
    platform: 'browser',
    conditions: ['browser', 'import'],
    legalComments: 'none',
    charset: 'utf8',
    tsconfigRaw: {},
    plugins: [createBrowserHost(loaded)],
    define: { sqliteWasm: JSON.stringify(deflateRawSync(wasm, { level: 9 }).toString('base64')) },
  });
  return { text: outputFiles[0]!.text, metafile };
}
