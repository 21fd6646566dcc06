import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createReport } from '../../src/cli/document/compare/comparing.ts';
import { describeAsyncapi } from '../../src/describe/asyncapi/index.ts';
import { describePythonClient } from '../../src/describe/client/python/index.ts';
import { describeTypescriptClient } from '../../src/describe/client/typescript/index.ts';
import { describeDocs } from '../../src/describe/docs/index.ts';
import { describeJsonSchema } from '../../src/describe/json-schema/index.ts';
import { describeOpenapi } from '../../src/describe/openapi/index.ts';
import { describeTools } from '../../src/describe/tools/index.ts';
import { describeTypes } from '../../src/describe/types/index.ts';
import { formatDiagnostics } from '../../src/diagnostics/terminal.ts';
import { formatReportJson } from '../../src/diff/json.ts';
import { buildPlan, buildVersionPlan, type Document, readDocument } from '../../src/parts/index.ts';
import { buildWholePlanOf } from '../../src/parts/plan/whole-version.ts';
import type { WholePlan } from '../../src/plan/whole.ts';
import { createSource } from '../../src/text/location.ts';
import { changeCases, listDocuments } from './cases.ts';
import { root } from './process.ts';

/** One output of a document or of a pair of documents, such as `errors/status.after.md openapi`. */
export interface Output {
  readonly name: string;
  readonly text: string;
}

/** What is written of a plan as the clients of one version see it. */
const descriptions: Readonly<Record<string, (plan: WholePlan) => unknown>> = {
  openapi: (plan) => describeOpenapi(plan),
  asyncapi: (plan) => describeAsyncapi(plan),
  'json-schema': describeJsonSchema,
  typescript: describeTypescriptClient,
  python: describePythonClient,
  docs: (plan) => describeDocs({ plan }),
  tools: describeTools,
};

const places = ['examples/**/*.md', 'tests/{documents,moved,realworld,versions}/**/*.md', 'docs/**/*.md'];

/** Returns all documents of the cases, the examples, the pages and the tests, in a stable order. */
export function* listAllDocuments(): Generator<readonly [name: string, text: string]> {
  yield* listDocuments();
  for (const file of places.flatMap((place) => globSync(place, { cwd: root })).sort()) {
    const text = readFileSync(join(root, file), 'utf8');
    if (/^## Resources/m.test(text)) yield [file, text];
  }
}

/** Returns each output of all documents, in a stable order. */
export function* listOutputs(): Generator<Output> {
  for (const [name, text] of listAllDocuments()) yield* describeFile(name, text);
  for (const one of changeCases) yield* comparePair(one);
}

/** Returns a hash of an output: sixteen hexadecimal digits. */
export function hashOutput({ text }: Output): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function* describeFile(file: string, text: string): Generator<Output> {
  const document = readDocument(createSource(file, text));
  const pictures = document.diagnostics.map((diagnostic) => formatDiagnostics(document.source, diagnostic));
  yield { name: `${file} check`, text: pictures.join('\n') };
  if (!isSound(document)) return;
  const { service } = document;
  yield write(`${file} plan`, () => buildPlan(service));
  yield write(`${file} types`, () => describeTypes(buildPlan(service)));
  const { versions } = buildPlan(service).versioning;
  for (const version of versions.length === 0 ? [undefined] : versions.map(({ name }) => name)) {
    const title = version === undefined ? file : `${file} ${version}`;
    const whole = buildWholePlanOf(service, version)!;
    if (version !== undefined) yield write(`${title} conversions`, () => buildVersionPlan(service, version) ?? null);
    yield write(`${title} whole-plan`, () => whole);
    for (const [name, describe] of Object.entries(descriptions)) yield write(`${title} ${name}`, () => describe(whole));
  }
}

function* comparePair({ name: file, text, after }: (typeof changeCases)[number]): Generator<Output> {
  const name = file.replace(/\.md$/, '');
  const old = readDocument(createSource(`${name}.before.md`, text));
  const now = readDocument(createSource(`${name}.after.md`, after));
  for (const [title, from, to] of [
    ['compare', old, now],
    ['compare-back', now, old],
  ] as const) {
    if (isSound(from) && isSound(to)) yield write(`${name} ${title}`, () => formatReportJson(createReport(from, to)));
  }
}

function isSound({ diagnostics }: Document): boolean {
  return diagnostics.every(({ severity }) => severity !== 'error');
}

/** Writes an output; what fails is written as its error, so that a witness of a faulty tree still ends. */
function write(name: string, create: () => unknown): Output {
  try {
    const value = create();
    return { name, text: typeof value === 'string' ? value : JSON.stringify(value, encode, 1) };
  } catch (error) {
    return { name, text: `throws ${String(error)}` };
  }
}

/** Maps and sets have no JSON of their own. */
function encode(_: string, value: unknown): unknown {
  if (value instanceof Map) return { map: [...value] };
  if (value instanceof Set) return { set: [...value] };
  return typeof value === 'bigint' ? `${value}n` : value;
}
