import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { createBrowserHost } from '../scripts/browser-service.ts';
import { pageScriptHash, pageStyleHash } from '../src/describe/docs/page.generated.ts';
import { listExamples } from './examples.ts';

const root = resolve(import.meta.dirname, '..');
const folder = import.meta.dirname;
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The policy of the page: its own files, and the style and the scripts of the documentation that it shows in a sandbox. */
function writePolicy(inside: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' '${pageScriptHash}' '${hash(inside)}'`,
    `style-src 'self' '${pageStyleHash}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** Builds all files of the playground, by their names. */
export async function bundlePlayground(): Promise<ReadonlyMap<string, string>> {
  const inside = (await bundle({ entryPoints: [join(folder, 'page/inside.ts')], format: 'iife' })).trim();
  const own = { insideScript: JSON.stringify(inside), insideHash: JSON.stringify(hash(inside)) };
  const frame = await bundle({ entryPoints: [join(folder, 'page/frame.ts')], format: 'iife' });
  const files = new Map([
    ['index.html', read('playground/page/index.html').replace('{policy}', writePolicy(inside))],
    ['page.css', await bundleStyle()],
    ['icon.svg', read('site/assets/icon.svg')],
    ['theme.js', await bundle({ entryPoints: [join(folder, 'page/theme.ts')], format: 'iife' })],
    ['page.js', await bundle({ entryPoints: [join(folder, 'page/main.ts')], define: own })],
    ['language.js', await bundleLanguage()],
    ['engine.html', writeFrame(frame)],
    ['engine.js', await bundleEngine()],
    ['examples.json', JSON.stringify(listExamples())],
  ]);
  return files.set('offline.js', await bundleOffline(files));
}

const common: BuildOptions = {
  absWorkingDir: root,
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
};

async function bundle(options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({ ...common, ...options });
  return outputFiles![0]!.text;
}

/** The service worker, which keeps these files. */
function bundleOffline(files: ReadonlyMap<string, string>): Promise<string> {
  const digest = createHash('sha256')
    .update(JSON.stringify([...files]))
    .digest('hex')
    .slice(0, 16);
  return bundle({
    entryPoints: [join(folder, 'page/offline.ts')],
    format: 'iife',
    define: { files: JSON.stringify([...files.keys()]), digest: JSON.stringify(digest) },
  });
}

/** The worker that reads documents: no code is made from a text in it. */
function bundleLanguage(): Promise<string> {
  return bundle({
    entryPoints: [join(folder, 'workers/language.ts')],
    conditions: ['worker', 'browser', 'import'],
    plugins: [createBrowserHost(/^@viz-js\/viz$/)],
    define: { nonetVersion: JSON.stringify(JSON.parse(read('package.json')).version) },
  });
}

/** The worker that runs services, with SQLite in it: one text, from which the frame starts workers. */
function bundleEngine(): Promise<string> {
  const wasm = readFileSync(join(root, 'node_modules/@sqlite.org/sqlite-wasm/dist/sqlite3.wasm'));
  return bundle({
    entryPoints: [join(folder, 'workers/engine.ts')],
    conditions: ['worker', 'browser', 'import'],
    plugins: [
      replaceModules({ 'platform-node.ts': 'hosts/platform.ts', 'issuer.ts': 'hosts/issuer.ts' }),
      createBrowserHost(
        /(?:\/sqlite\/open|\/signed-tokens|\/mail\/render|\/files\/memory|\/whole-version|\/documents)\.ts$|^jose/,
      ),
    ],
    define: {
      sqliteWasm: JSON.stringify(deflateRawSync(wasm, { level: 9 }).toString('base64')),
      // a worker that is made from a text has no address that others could be relative to
      'import.meta.url': '"http://localhost/engine.js"',
    },
  });
}

/** Replaces modules that need Node by those of `workers/`. */
function replaceModules(by: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'replaced modules',
    setup({ onResolve }) {
      onResolve({ filter: /\.ts$/ }, ({ path, importer }) => {
        const host = by[basename(path)];
        return host === undefined || importer.includes('hosts') ? undefined : { path: join(folder, 'workers', host) };
      });
    },
  };
}

/** The frame in which workers may run code that is made from a plan: its policy lets nothing else in, and nothing out. */
function writeFrame(script: string): string {
  const text = script.trim();
  const own = ["default-src 'none'", `script-src '${hash(text)}' 'unsafe-eval'`, 'worker-src blob:', "base-uri 'none'"];
  return read('playground/page/engine.html')
    .replace('{policy}', own.join('; '))
    .replace('{script}', () => text);
}

/** The palette and the typography of the documentation page, then the style of this one. */
async function bundleStyle(): Promise<string> {
  const page = 'src/describe/docs/page';
  const [palette] = read(`${page}/style.css`).split('/* navigation */');
  return bundle({
    stdin: {
      contents: `${palette}\n${read('playground/page/style.css')}`,
      loader: 'css',
      resolveDir: join(root, page),
    },
  });
}

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
