import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { changePages } from './change-pages.ts';
import { cliPages } from './cli-page.ts';
import { clientRuntime } from './client-runtime.ts';
import { compliancePages } from './compliance-page.ts';
import { diagnosticPages } from './diagnostic-pages.ts';
import { languagePages } from './language-blocks.ts';
import { languageTextModule, languageTextPages } from './language-text.ts';
import { languageWords } from './language-words.ts';
import { metricsPages } from './metrics-page.ts';
import { pageAssets, workbenchAssets } from './page-assets.ts';
import { pythonRuntime } from './python-runtime.ts';
import { referencePages } from './reference-page.ts';

const root = resolve(import.meta.dirname, '..');
/** `partly`: the folder has pages too of which nothing is generated. */
const generated: readonly {
  readonly folder: string;
  readonly pages: () => Map<string, string> | Promise<Map<string, string>>;
  readonly partly?: true;
}[] = [
  { folder: 'docs/diagnostics', pages: diagnosticPages },
  { folder: 'docs/compare-rules', pages: changePages },
  { folder: 'docs/language', pages: languagePages, partly: true },
  { folder: 'docs/compliance', pages: compliancePages, partly: true },
  { folder: 'docs', pages: cliPages, partly: true },
  { folder: 'docs', pages: referencePages, partly: true },
  { folder: 'src/describe/client/typescript', pages: clientRuntime, partly: true },
  { folder: 'src/describe/client/python', pages: pythonRuntime, partly: true },
  { folder: 'src/language-service', pages: languageWords, partly: true },
  { folder: 'src/language-service', pages: languageTextModule, partly: true },
  { folder: 'docs', pages: languageTextPages, partly: true },
  { folder: 'src/describe/docs', pages: pageAssets, partly: true },
  { folder: 'src/describe/workbench', pages: workbenchAssets, partly: true },
  { folder: 'docs', pages: metricsPages, partly: true },
];

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

const checkOnly = process.argv.includes('--check');
const stale: string[] = [];
for (const { folder, pages, partly } of generated) {
  const wanted = await pages();
  mkdirSync(join(root, folder), { recursive: true });
  for (const [name, text] of wanted) {
    const file = join(root, folder, name);
    if (textOf(file) === text) continue;
    stale.push(join(folder, name));
    if (!checkOnly) writeFileSync(file, text);
  }
  const others = partly === true ? [] : readdirSync(join(root, folder)).filter((name) => !wanted.has(name));
  for (const name of others) {
    stale.push(join(folder, name));
    if (!checkOnly) rmSync(join(root, folder, name));
  }
}
if (checkOnly && stale.length > 0) {
  console.error(`not fresh, run npm run generate:\n${stale.map((file) => `  ${file}`).join('\n')}`);
  process.exitCode = 1;
} else {
  console.log(stale.length === 0 ? 'generated files: all fresh' : `generated files: ${stale.length} written`);
}
