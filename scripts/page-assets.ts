import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '..');

/** Builds the style and the script of the documentation page, with their hashes for its Content-Security-Policy. */
export const pageAssets = (): Promise<Map<string, string>> =>
  buildAssets('src/describe/docs/page', 'the documentation page');

/** Builds those of the workbench. */
export const workbenchAssets = (): Promise<Map<string, string>> =>
  buildAssets('src/describe/workbench/page', 'the workbench');

async function buildAssets(folder: string, page: string): Promise<Map<string, string>> {
  const style = await bundle(join(root, folder, 'style.css'));
  const script = await bundle(join(root, folder, 'main.ts'));
  const lines = [
    `// Written by \`npm run generate\` from \`${folder}/\`.`,
    `/** The style of ${page}. */\nexport const pageStyle =\n  ${JSON.stringify(style)};`,
    `/** The script of ${page}. */\nexport const pageScript =\n  ${JSON.stringify(script)};`,
    `/** The hash of the style in a Content-Security-Policy. */\nexport const pageStyleHash = '${hash(style)}';`,
    `/** The hash of the script in a Content-Security-Policy. */\nexport const pageScriptHash = '${hash(script)}';`,
  ];
  return new Map([['page.generated.ts', `${lines.join('\n')}\n`]]);
}

async function bundle(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2024',
    legalComments: 'none',
    charset: 'utf8',
    tsconfigRaw: {},
  });
  return outputFiles[0]!.text.trim().replaceAll('</', '<\\/');
}

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
