import assert from 'node:assert/strict';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { test } from 'node:test';
import { partTitles } from '../../src/diff/report.ts';
import { recognizeDocument } from '../../src/markdown/recognise.ts';
import { plan, read } from '../../src/operator/documents.ts';
import { grammars } from '../../src/parts/grammars.ts';
import { firstModel, partsOf } from '../../src/parts/versions/any.fixture.ts';
import { createSource } from '../../src/text/location.ts';
import { update } from '../support/golden.ts';
import { root } from '../support/process.ts';
import { describe, describeExample, importSound } from './import.fixture.ts';

/** The operations of a description, whatever its placeholders are called. */
function listOperations({ paths }: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(paths as Record<string, Record<string, unknown>>)
    .flatMap(([path, item]) =>
      Object.keys(item)
        .filter((key) => key !== 'parameters')
        .map((method) => `${method} ${path.replace(/\{[^}]*\}/g, '{}')}`),
    )
    .sort();
}

/** The lines and the columns with a value of a document, as part, table and title. */
function listConstructs(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  const { parts } = recognizeDocument(createSource('page.md', text), grammars);
  for (const part of parts.values()) {
    for (const { facts, tables } of [part, ...part.subjects]) {
      for (const { name } of facts) found.add(`${part.title}|lines|${name}`);
      for (const { grammar, rows } of tables)
        for (const { title } of grammar.columns)
          if (rows.some((row) => row.cell(title).kind === 'value' || (row.prose(title)?.text ?? '') !== ''))
            found.add(`${part.title}|${grammar.name}|${title}`);
    }
  }
  return found;
}

interface Trip {
  readonly before: ReadonlySet<string>;
  readonly after: ReadonlySet<string>;
}

/** Describes a document, imports the description, and describes the page again: both have the same operations. */
async function travel(document: string): Promise<Trip> {
  const first = describe(document);
  const { text } = await importSound(JSON.stringify(first));
  assert.deepEqual(listOperations(describe(text)), listOperations(first));
  return { before: listConstructs(document), after: listConstructs(text) };
}

/** A generated page. */
function generate(seed: number): string {
  const parts = Object.entries({ purpose: 'Sends invoices.', ...partsOf(firstModel(seed)) });
  return `# Small\n\n${parts.map(([part, text]) => `## ${partTitles[part as keyof typeof partTitles]}\n\n${text.trim()}\n`).join('\n')}`;
}

/** Writes what is in no imported page, and what is in some only, by part and table. */
function formatTrips(trips: readonly Trip[]): string {
  const all = [...new Set(trips.flatMap(({ before }) => [...before]))].sort();
  const rows = new Map<string, { never: string[]; partly: string[] }>();
  for (const construct of all) {
    const having = trips.filter(({ before }) => before.has(construct));
    const kept = having.filter(({ after }) => after.has(construct)).length;
    if (kept === having.length) continue;
    const [part = '', table = '', title = ''] = construct.split('|');
    const row = rows.get(`${part} | ${table}`) ?? { never: [], partly: [] };
    (kept === 0 ? row.never : row.partly).push(title);
    rows.set(`${part} | ${table}`, row);
  }
  return [
    '| Part | Table | In no imported page | In some |',
    '| --- | --- | --- | --- |',
    ...[...rows].map(([place, { never, partly }]) =>
      `| ${place} | ${never.join(', ')} | ${partly.join(', ')} |`.replaceAll('|  |', '| |').replaceAll('|  |', '| |'),
    ),
  ].join('\n');
}

const examples = globSync('examples/*/*.md', { cwd: root }).sort();

test('there are examples', () => assert.ok(examples.length >= 5, `${examples.length}`));

for (const example of examples) {
  test(`only operations of ${example} are recognized in its description`, async () => {
    const document = readFileSync(join(root, example), 'utf8');
    const { findings } = await importSound(JSON.stringify(describe(document)));
    const recognized = findings.filter(({ sentence }) => /^(create|list|read|update|replace|delete) /.test(sentence));
    const words = new Set(plan(read(document)).operations.map(({ kind, resource }) => `${kind} ${resource}`));
    for (const { sentence } of recognized) {
      const [found = ''] = sentence.split(',');
      assert.ok(words.has(found) || words.has(found.replace('replace', 'update')), `${found} is not in the example`);
    }
  });
}

test('the documentation lists what a page loses on its way through a description', async () => {
  const trips: Trip[] = [];
  for (const example of examples) trips.push(await travel(readFileSync(join(root, example), 'utf8')));
  for (let seed = 0; seed < 5; seed++) trips.push(await travel(generate(seed)));
  const file = join(root, 'docs/import.md');
  const text = readFileSync(file, 'utf8');
  const [start, end] = ['<!-- round trip -->\n', '<!-- /round trip -->'];
  const [from, to] = [text.indexOf(start) + start.length, text.indexOf(end)];
  const list = `\n${formatTrips(trips)}\n\n`;
  if (update) writeFileSync(file, text.slice(0, from) + list + text.slice(to));
  else assert.equal(text.slice(from, to), list);
});

test('generated pages lose nothing else', async () => {
  const known = readFileSync(join(root, 'docs/import.md'), 'utf8');
  for (let seed = 5; seed < 5 + (env.NONET_THOROUGH === '1' ? 1_000 : 5); seed++) {
    const { before, after } = await travel(generate(seed));
    for (const construct of before) {
      const [part, table, title] = construct.split('|');
      const row = known.split('\n').find((line) => line.startsWith(`| ${part} | ${table} |`)) ?? '';
      assert.ok(after.has(construct) || row.includes(title!), `${construct} is lost, and not listed`);
    }
  }
});

test('operations of the invoices example are recognized, and only those', async () => {
  const { findings } = await importSound(JSON.stringify(describeExample('examples/invoices/invoices.md')));
  const found = findings
    .map(({ sentence }) => sentence.split(',')[0]!)
    .filter((words) => /^(create|list|read|update|replace|delete) /.test(words));
  assert.deepEqual(found.sort(), [
    'create Customer',
    'create Invoice',
    'delete Customer',
    'delete Invoice',
    'delete WebhookEndpoint',
    'list Customer',
    'list Invoice',
    'list WebhookEndpoint',
    'read Customer',
    'read Invoice',
    'read WebhookEndpoint',
    'update Customer',
    'update Invoice',
  ]);
});
