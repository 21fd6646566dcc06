import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { describeOpenapi } from '../../src/describe/openapi/index.ts';
import { type Imported, type ImportOptions, importSource } from '../../src/import/index.ts';
import { recognizeDocument } from '../../src/markdown/recognise.ts';
import { format } from '../../src/markdown/write.ts';
import { plan, read } from '../../src/operator/documents.ts';
import { grammars } from '../../src/parts/grammars.ts';
import { readDocument } from '../../src/parts/index.ts';
import type { WholePlan } from '../../src/plan/whole.ts';
import { createSource } from '../../src/text/location.ts';
import { root } from '../support/process.ts';

/** Imports a description, and checks what holds for every import: `nonet check` accepts the page, it is formatted, and its account adds up. */
export async function importSound(text: string, options: ImportOptions = {}): Promise<Imported> {
  const imported = await importSource([{ name: 'openapi.yaml', text }], options);
  assert.ok('text' in imported, 'why' in imported.recognized ? imported.recognized.why : '');
  const { diagnostics, content } = readDocument(createSource('page.md', imported.text));
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  assert.deepEqual(
    errors.map(({ code, message }) => `${code}: ${message}`),
    [],
    imported.text,
  );
  const missing = content.aspects.filter(({ status }) => status === 'missing');
  assert.deepEqual(missing, [], 'each aspect is stated or not shown');
  assert.equal(format(recognizeDocument(createSource('page.md', imported.text), grammars)), imported.text);
  const { facts, stated, lost, entries } = imported.ledger;
  assert.equal(stated + lost, facts);
  assert.equal(
    entries.reduce((sum, entry) => sum + entry.facts, 0),
    facts,
  );
  return imported;
}

/** The facts of a source, by a walk that knows nothing of the importer: the JSON Pointers of its scalars and empty collections. */
export function listFacts(text: string): readonly string[] {
  const found: string[] = [];
  const walk = (value: unknown, pointer: string): void => {
    const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    if (members.length === 0) found.push(pointer);
    for (const [key, member] of members) walk(member, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  };
  walk(parse(text, { uniqueKeys: false, maxAliasCount: -1 }), '');
  return found;
}

/** The OpenAPI description of a document. */
export function describe(text: string): Readonly<Record<string, unknown>> {
  return describeOpenapi(plan(read(text), { whole: true }) as WholePlan, {}) as unknown as Record<string, unknown>;
}

/** The OpenAPI description of a document in the repository. */
export function describeExample(path: string): Readonly<Record<string, unknown>> {
  return describe(readFileSync(join(root, path), 'utf8'));
}
