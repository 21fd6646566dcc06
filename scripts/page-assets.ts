import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const folder = resolve(import.meta.dirname, '../src/describe/docs/page');

/** Builds the style and the script of the documentation page, with their hashes for its Content-Security-Policy. */
export async function pageAssets(): Promise<Map<string, string>> {
  const style = await bundle('style.css');
  const script = await bundle('main.ts');
  const lines = [
    '// Written by `npm run generate` from `src/describe/docs/page/`.',
    `/** The style of the documentation page. */\nexport const pageStyle =\n  ${JSON.stringify(style)};`,
    `/** The script of the documentation page. */\nexport const pageScript =\n  ${JSON.stringify(script)};`,
    `/** The hash of the style in a Content-Security-Policy. */\nexport const pageStyleHash = '${hash(style)}';`,
    `/** The hash of the script in a Content-Security-Policy. */\nexport const pageScriptHash = '${hash(script)}';`,
  ];
  return new Map([['page.generated.ts', `${lines.join('\n')}\n`]]);
}

async function bundle(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(folder, name)],
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
