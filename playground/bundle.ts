import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { createBrowserHost } from '../scripts/browser-service.ts';
import { pageScriptHash, pageStyleHash } from '../src/describe/docs/page.generated.ts';
import { listExamples } from './examples.ts';

const root = resolve(import.meta.dirname, '..');
const folder = import.meta.dirname;
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The policy of the page: its own files, and the style and script of the documentation that it shows in a sandbox. */
export const policy = [
  "default-src 'none'",
  `script-src 'self' '${pageScriptHash}'`,
  `style-src 'self' '${pageStyleHash}'`,
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "frame-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Builds all files of the playground, by their names. */
export async function bundlePlayground(): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const files = new Map<string, string | Uint8Array>([
    ['index.html', read('playground/page/index.html').replace('{policy}', policy)],
    ['page.css', await bundleStyle()],
    ['icon.svg', read('site/assets/icon.svg')],
    ['theme.js', await bundle({ entryPoints: [join(folder, 'page/theme.ts')], format: 'iife' })],
    ['page.js', await bundle({ entryPoints: [join(folder, 'page/main.ts')] })],
    ['language.js', await bundleLanguage()],
    ['examples.json', JSON.stringify(listExamples())],
  ]);
  return files;
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

/** The worker that reads documents: no code is made from a text in it. */
function bundleLanguage(): Promise<string> {
  return bundle({
    entryPoints: [join(folder, 'workers/language.ts')],
    conditions: ['worker', 'browser', 'import'],
    plugins: [createBrowserHost(/^@viz-js\/viz$/)],
  });
}

/** The palette and the typography of the documentation page, then the style of this one. */
async function bundleStyle(): Promise<string> {
  const [palette] = read('src/describe/docs/page/style.css').split('/* navigation */');
  return bundle({
    stdin: { contents: `${palette}\n${read('playground/page/style.css')}`, loader: 'css' },
  });
}

/** Returns the hash of a text as a Content-Security-Policy names it. */
export function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
