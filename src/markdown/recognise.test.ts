import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { grammars } from '../parts/grammars.ts';
import { createSource } from '../text/location.ts';
import { recognizeDocument } from './recognise.ts';

function document(name: string): string {
  return readFileSync(new URL(`../../tests/documents/${name}.md`, import.meta.url), 'utf8');
}

const read = (text: string) => recognizeDocument(createSource('x.md', text), grammars);

/** A document in which one part holds this text and all others record their gaps. */
function withPart(title: string, text: string): string {
  const parts = grammars.map((grammar) => `## ${grammar.title}\n\n${grammar.title === title ? text : 'Not shown.'}\n`);
  return `# Service\n\n${parts.join('\n')}`;
}

function statusesIn(title: string, text: string): Record<string, string> {
  const { aspects } = read(withPart(title, text));
  const part = grammars.find((grammar) => grammar.title === title)!.part;
  return Object.fromEntries(aspects.filter((a) => a.part === part).map((a) => [a.aspect, a.status]));
}

test('the empty document leaves 32 aspects not shown and has no problem', () => {
  const content = read(document('empty'));
  assert.deepEqual(content.diagnostics.listed, []);
  assert.equal(content.aspects.length, 32);
  assert.deepEqual([...new Set(content.aspects.map((aspect) => aspect.status))], ['not shown']);
  assert.deepEqual(content.cellGaps, []);
});

test('the invoices document states all 32 aspects and has no problem', () => {
  const content = read(document('invoices'));
  assert.deepEqual(content.diagnostics.listed, []);
  assert.equal(content.aspects.length, 32);
  assert.deepEqual([...new Set(content.aspects.map((aspect) => aspect.status))], ['stated']);
  assert.deepEqual(content.cellGaps, []);
});

test('a document over 5 MiB and a line over 64 KiB are refused in one sentence', () => {
  const large = read(`# A\n${'text\n'.repeat(1_100_000)}`);
  assert.deepEqual(
    large.diagnostics.listed.map(({ code }) => code),
    ['markdown/document-too-large'],
  );
  const long = read(`# A\n\n${'é'.repeat(33_000)}\n`);
  assert.deepEqual(
    long.diagnostics.listed.map(({ code }) => code),
    ['markdown/line-too-long'],
  );
  assert.equal(long.aspects.length, 32);
});

test('part titles may carry their own number and any letter case', () => {
  const text = document('empty').replace('## Limits', '## 8. LIMITS');
  assert.deepEqual(read(text).diagnostics.listed, []);
  const wrong = read(document('empty').replace('## Limits', '## 7. Limits'));
  assert.deepEqual(
    wrong.diagnostics.listed.map(({ code, suggestion }) => [code, suggestion]),
    [['markdown/part-number', '8']],
  );
});

test('a missing, misplaced, doubled or misspelled part is named', () => {
  const codes = (text: string) => read(text).diagnostics.listed.map(({ code }) => code.replace('markdown/', ''));
  const empty = document('empty');
  assert.deepEqual(codes(empty.replace('## Events', '## Evnts')), ['unknown-part']);
  assert.deepEqual(codes(empty.replace(/## Versioning[\s\S]*/, '')), ['missing-part']);
  assert.deepEqual(codes(`${empty}\n## Limits\n`), ['duplicate-part']);
  assert.deepEqual(codes(empty.replace('# Service interface specification', '')), ['missing-title']);
  assert.deepEqual(codes(`early\n\n${empty}`), ['text-before-title']);
  assert.ok(codes(`${empty}\n# Again\n`).includes('second-title'));
  const missing = read(empty.replace(/## Endpoints[\s\S]*(?=## Errors)/, ''));
  assert.deepEqual(
    missing.diagnostics.listed.map(({ code, severity, message }) => [code, severity, message]),
    [['markdown/missing-part', 'warning', '3 parts are missing: "Endpoints", "Authentication" and "Events".']],
  );
  assert.equal(missing.aspects.filter(({ status }) => status === 'missing').length, 13);
  const limits = /## Limits[\s\S]*(?=## Versioning)/.exec(empty)![0];
  assert.deepEqual(codes(`${empty.replace(limits, '')}\n${limits}`), ['part-order']);
});

const fields = '| Field | Type | Constraints |\n| --- | --- | --- |\n';

test('an aspect is stated, none by an empty column, not shown by its cells, or missing with a warning', () => {
  const rows = `### A\n\n${fields}| id | string | not shown |`;
  const title = 'Resources and their fields';
  const wanted = {
    resources: 'stated',
    fields: 'stated',
    types: 'stated',
    formats: 'stated',
    constraints: 'not shown',
  };
  assert.deepEqual(statusesIn(title, rows), wanted);
  const short = '### A\n\n| Field | Type |\n| - | - |\n| id | string |';
  assert.equal(statusesIn(title, short).constraints, 'missing');
  assert.equal(statusesIn(title, `### A\n\n${fields}| id | string | |`).constraints, 'none');
  const warnings = read(withPart(title, short)).diagnostics.listed;
  assert.equal(warnings.length, 1);
  assert.equal(warnings[0]!.message, 'This part does not mention "constraints".');
  assert.deepEqual(
    [...new Set(warnings.map(({ code, severity }) => `${code} ${severity}`))],
    ['markdown/missing-aspect warning'],
  );
});

test('an object alone is no resource', () => {
  assert.equal(statusesIn('Resources and their fields', '### A (object)').resources, 'missing');
});

test('a limit states the aspect of its kind, a scheme in a header the header names', () => {
  const limits =
    '| Limit | Kind | Applies to | Value |\n| - | - | - | - |\n| a | rate | all | 1 per day |\n| b | timeout | all | 1 second |';
  const wanted = { 'rate limits': 'stated', 'size limits': 'missing', 'page sizes': 'missing', 'time-outs': 'stated' };
  assert.deepEqual(statusesIn('Limits', limits), wanted);
  const schemes = (carried: string) => `| Scheme | Kind | Sent in |\n| - | - | - |\n| a | api key | ${carried} |`;
  assert.equal(statusesIn('Authentication', schemes('query key; header X-Key'))['header names'], 'stated');
  assert.equal(statusesIn('Authentication', schemes('query header'))['header names'], 'missing');
});

test('{base_url} in prose of Endpoints records the base address as not shown, a fact line states it', () => {
  assert.equal(statusesIn('Endpoints', 'All stands beneath {base_url}.')['base address'], 'not shown');
  assert.equal(statusesIn('Endpoints', '- Base URL: {base_url}')['base address'], 'stated');
  assert.equal(statusesIn('Endpoints', '- Base URL: not shown')['base address'], 'not shown');
});

test('a cell that is not shown is a gap named after its row', () => {
  const field = read(withPart('Resources and their fields', `### A\n\n${fields}| memo | not shown | |`));
  assert.deepEqual(
    field.cellGaps.map(({ subject, column }) => `${subject} ${column}`),
    ['A.memo Type'],
  );
  const scope = read(withPart('Authentication', '| Scope | Allows |\n| - | - |\n| a:b | Not  shown |'));
  assert.deepEqual(
    scope.cellGaps.map(({ subject, column }) => `${subject} ${column}`),
    ['a:b Allows'],
  );
});

test('columns are found in any order and any letter case, cells by the title of the grammar', () => {
  const text = '### A\n\n| TYPE | meaning | field |\n| - | - | - |\n| `a \\| b` | x \\| y | id |';
  const table = read(withPart('Resources and their fields', text)).parts.get('resources')!.subjects[0]!.tables[0]!;
  const row = table.rows[0]!;
  const type = row.cell('Type');
  assert.equal(type.kind === 'value' && type.text.tokens[0]!.text, 'a | b');
  assert.equal(row.prose('Meaning')!.text, 'x | y');
  assert.equal(row.cell('Format').kind, 'none');
  assert.deepEqual([table.has('Field'), table.has('Format')], [true, false]);
});

test('the matrix gives its states as own columns', () => {
  const text = '### A\n\n| Field | draft | `very open` |\n| - | - | - |\n| a | fixed | editable |';
  const table = read(withPart('States and transitions', text)).parts.get('states')!.subjects[0]!.tables[0]!;
  assert.equal(table.grammar.name, 'matrix');
  assert.deepEqual(
    table.own.map((words) => words.text),
    ['draft', 'very open'],
  );
  assert.equal(table.rows[0]!.cell('very open').kind, 'value');
});
