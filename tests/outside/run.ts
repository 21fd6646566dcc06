import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { describeOpenapi } from '../../src/describe/openapi/index.ts';
import type { OpenapiVersion } from '../../src/describe/openapi/options.ts';
import { playExamples } from '../../src/operator/examples.ts';
import { createWholePlanFinder } from '../../src/operator/whole-plans.ts';
import { readDocument } from '../../src/parts/index.ts';
import { createSource } from '../../src/text/location.ts';
import { checkAsyncapi } from './asyncapi.ts';
import { checkByMypy } from './mypy.ts';
import { proxyByPrism } from './prism.ts';
import { hasSpecmatic, testBySpecmatic, validateBySpecmatic } from './specmatic.ts';

// Holds the descriptions of the example documents, in each of their versions, and their Python clients against tools that nobody here wrote. Exits with 1 if
// one of them reports an error, or a warning that the README of this folder does not explain.

const here = import.meta.dirname;
const root = resolve(here, '../..');
const documents = [
  'examples/invoices/invoices.md',
  'examples/seat-holds/seat-holds.md',
  'examples/conduit/conduit.md',
  'tests/documents/invoices.md',
  'tests/documents/notes.md',
  'tests/documents/base.md',
];
const openapiVersions: readonly OpenapiVersion[] = ['3.1.2', '3.2.0'];

const folder = mkdtempSync(join(tmpdir(), 'nonet-outside-'));
const failures: string[] = [];
const explained = new Set(
  Array.from(readFileSync(join(here, 'README.md'), 'utf8').matchAll(/^\| `([^`]+)` \| \w+ \|/gm), (found) => found[1]!),
);

/** Writes the descriptions of all documents; returns the names of their files. */
async function writeDescriptions(): Promise<readonly string[]> {
  const files = documents.map(async (document) => {
    const source = createSource(document, readFileSync(join(root, document), 'utf8'));
    const find = createWholePlanFinder(source);
    const versions = readDocument(source).service.versioning.versions.map(({ name }) => name.value);
    const described = [undefined, ...versions.slice(1)].map(async (version) => {
      const plan = (await find(version))!;
      const { examples, events } = await playExamples(find, { version });
      return openapiVersions.map((openapi) => {
        const path = join(folder, `${document.replaceAll('/', '-')}-${version ?? 'newest'}-${openapi}.json`);
        writeFileSync(path, JSON.stringify(describeOpenapi(plan, { openapi, examples, events }), null, 1));
        return path;
      });
    });
    return (await Promise.all(described)).flat();
  });
  return (await Promise.all(files)).flat();
}

function runTool(tool: string, words: readonly string[]): string {
  const { stdout, stderr, error } = spawnSync(join(here, 'node_modules/.bin', tool), words, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (error !== undefined) throw error;
  return stdout === '' ? stderr : stdout;
}

/** Of `no-invalid-media-type-examples`: a replace sends the record as it was read. */
const sentUnchanged = /property must NOT be present in request context/;

/** Reports a finding of a tool, unless it is a warning that the README explains. */
function report(tool: string, file: string, rule: string, isError: boolean, text: string): void {
  if (!isError && (explained.has(rule) || sentUnchanged.test(text))) return;
  failures.push(`${tool}: ${basename(file)}: ${isError ? 'error' : 'warning'} ${rule}: ${text}`);
}

/** Loads a package of this folder, which is not installed where types are checked. */
// biome-ignore lint/suspicious/noExplicitAny: the package is not installed where types are checked
function load(name: string): Promise<any> {
  return import(name);
}

async function checkAgainstSchema(files: readonly string[]): Promise<void> {
  const { Validator } = await load('@seriousme/openapi-schema-validator');
  for (const file of files) {
    const { valid, errors } = await new Validator().validate(file);
    if (!valid) report('openapi-schema-validator', file, 'schema', true, JSON.stringify(errors).slice(0, 2_000));
  }
}

interface RedoclyReport {
  readonly problems: readonly {
    readonly ruleId: string;
    readonly severity: string;
    readonly message: string;
    readonly location: readonly { readonly source: { readonly ref: string }; readonly pointer?: string }[];
  }[];
}

function lintByRedocly(files: readonly string[]): void {
  const text = runTool('redocly', ['lint', '--format=json', '--max-problems=10000', ...files]);
  // It prints one report for each file, one after the other.
  for (const part of text.split(/(?<=^\})\s*(?=\{)/m)) {
    for (const { ruleId, severity, message, location } of (JSON.parse(part) as RedoclyReport).problems) {
      const { source, pointer = '' } = location[0]!;
      report('redocly', source.ref, ruleId, severity === 'error', `${message} (${pointer})`);
    }
  }
}

interface SpectralResult {
  readonly code: string;
  readonly severity: number;
  readonly message: string;
  readonly source: string;
  readonly path: readonly string[];
}

function lintBySpectral(files: readonly string[]): void {
  const ruleset = join(folder, 'spectral.yaml');
  writeFileSync(ruleset, 'extends: ["spectral:oas"]\n');
  const text = runTool('spectral', ['lint', '-q', '-f', 'json', '-r', ruleset, ...files]);
  for (const { code, severity, message, source, path } of JSON.parse(text) as readonly SpectralResult[]) {
    report('spectral', source, code, severity === 0, `${message} (${path.join('/')})`);
  }
}

async function compileTypes(files: readonly string[]): Promise<void> {
  const { astToString, default: openapiTypes } = await load('openapi-typescript');
  const types = join(folder, 'types');
  mkdirSync(types);
  const written = await Promise.all(
    files.map(async (file, at) => {
      const path = join(types, `${at}.ts`);
      writeFileSync(path, astToString(await openapiTypes(new URL(`file://${file}`), { silent: true })));
      return path;
    }),
  );
  const words = [
    '--strict',
    '--exactOptionalPropertyTypes',
    '--noEmit',
    '--target',
    'esnext',
    '--types',
    '',
    ...written,
  ];
  const { status, stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), words, { cwd: types, encoding: 'utf8' });
  if (status !== 0) report('tsc', 'openapi-typescript', 'types', true, stdout.slice(0, 2_000));
}

const files = await writeDescriptions();
await checkAgainstSchema(files);
lintByRedocly(files);
lintBySpectral(files);
// Types are written from 3.1: openapi-typescript does not read 3.2.
await compileTypes(files.filter((file) => file.endsWith('3.1.2.json')));
for (const { file, rule, isError, text } of await checkAsyncapi(documents)) {
  report('asyncapi-parser', file, rule, isError, text);
}
failures.push(...(await proxyByPrism()).map((violation) => `prism: ${violation}`));
if (hasSpecmatic()) {
  const described = files.filter((file) => file.endsWith('3.1.2.json'));
  const found = [...validateBySpecmatic(described), ...(await testBySpecmatic(folder))];
  failures.push(...found.map((text) => `specmatic: ${text}`));
}
failures.push(...(await checkByMypy(documents, folder)).map((line) => `mypy: ${line}`));
rmSync(folder, { recursive: true });
for (const failure of failures) console.error(failure);
console.log(`${files.length} descriptions, ${failures.length} findings`);
process.exitCode = failures.length === 0 ? 0 : 1;
