import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { hostile } from '../benchmarks/reading-hostile.ts';
import { shapes } from '../benchmarks/reading-shapes.ts';
import { createLedger } from '../src/parts/gaps.ts';
import { type Document, readDocument } from '../src/parts/index.ts';
import { createSource } from '../src/text/location.ts';
import { root } from './support/process.ts';

// How long these take is measured by `npm run bench:reading`; here they must come to an end and say no more than they should.

const base = readFileSync(join(root, 'tests/documents/base.md'), 'utf8');
const most = 5 * 1024 * 1024;

function read(text: string): Document {
  const document = readDocument(createSource('large.md', text));
  createLedger(document.service, document.gaps);
  return document;
}

function shape(name: string): string {
  const found = shapes.find((candidate) => candidate.name === name);
  assert.ok(found !== undefined, `there is no shape ${name}`);
  return found.text();
}

const errorsOf = (document: Document): readonly string[] =>
  document.diagnostics.filter((diagnostic) => diagnostic.severity === 'error').map(({ code }) => code);

test('a document of 5 MiB is read, one of a byte more is refused in one sentence', () => {
  const room = most - Buffer.byteLength(base) - 1;
  const prose = `${'A text that goes on. '.repeat(40)}\n\n`;
  const filling = prose.repeat(Math.ceil(room / prose.length)).slice(0, room);
  const whole = base.replace('Keeps customers', () => `${filling.trimEnd().padEnd(room, 'x')}\nKeeps customers`);
  assert.equal(Buffer.byteLength(whole), most);
  assert.deepEqual(errorsOf(read(whole)), []);
  assert.deepEqual(errorsOf(read(`${whole}x`)), ['markdown/document-too-large']);
});

test('a line of 64 KiB is read, one of a byte more is refused in one sentence', () => {
  const line = (bytes: number): string =>
    base.replace('Keeps customers', () => `${'x'.repeat(bytes)}\n\nKeeps customers`);
  assert.deepEqual(errorsOf(read(line(64 * 1024))), []);
  assert.deepEqual(errorsOf(read(line(64 * 1024 + 1))), ['markdown/line-too-long']);
});

test('every row of 100,000 is read, right and wrong ones', () => {
  const [right, wrong] = ['100,000 rows of Attribute', '100,000 rows of Attribute, all wrong'].map((name) =>
    read(shape(name)),
  );
  assert.equal(right!.service.authentication.caller.length, 100_000 + 1);
  assert.deepEqual(errorsOf(right!), []);
  const listed = Map.groupBy(errorsOf(wrong!), (code) => code);
  assert.deepEqual(
    [...listed].map(([code, all]) => [code, all.length]),
    [
      ['authentication/attribute-name', 1000],
      ['resources/unknown-type', 1000],
    ],
  );
  assert.deepEqual(wrong!.more, [
    { code: 'authentication/attribute-name', severity: 'error', count: 99_000 },
    { code: 'resources/unknown-type', severity: 'error', count: 99_000 },
  ]);
});

for (const name of ['5 MiB of list items', '5 MiB of paragraphs with a colon']) {
  test(`${name} are prose`, () => assert.deepEqual(errorsOf(read(shape(name))), []));
}

test('1,000 operations with shapes, parameters, states, errors, scopes and limits have no error', () => {
  const document = read(shape('1,000 operations'));
  assert.deepEqual(errorsOf(document), []);
  assert.ok(document.service.endpoints.operations.length >= 1000);
});

/** The base document with a text at the end of a part, or above the part's first subject. */
function put(document: string, title: string, text: string, above = false): string {
  const next = document.indexOf(above ? '\n### ' : '\n## ', document.indexOf(`## ${title}`));
  const end = next === -1 ? document.length : next;
  return `${document.slice(0, end).trimEnd()}\n\n${text}\n${document.slice(end)}`;
}

const count = 2000;
const table = (header: string, row: (index: number) => string): string => {
  const rows = Array.from({ length: count }, (_, index) => `|${row(index)}|`);
  return [`|${header}|`, `|${'-|'.repeat(header.split('|').length)}`, ...rows].join('\n');
};

/** Parts of which each speaks of all that another holds. */
const wide: Readonly<Record<string, (document: string) => string>> = {
  operations: (document) =>
    put(
      document,
      'Endpoints',
      table('Operation|Method|Path|Response', (i) => `read Invoice as o${i}|GET|/o/${i}/{id}|200`),
      true,
    ),
  'operations with unknown names': (document) =>
    put(
      document,
      'Endpoints',
      table(
        'Operation|Method|Path|Response',
        (i) => `read Invoice as w${i}|GET|/w/${i}/{g${i}}|200 \`Invoice(h${i})\``,
      ),
      true,
    ),
  limits: (document) =>
    put(
      document,
      'Limits',
      table('Limit|Kind|Applies to|Per|Value', (i) => `l${i}|rate|all|credential|${i + 1} per minute`),
    ),
  codes: (document) =>
    put(
      document,
      'Errors',
      table('Code|Status|Condition', (i) => `c${i}|404|not found on o${i}`),
    ),
  preconditions: (document) =>
    put(
      document,
      'Endpoints',
      `### Preconditions\n\n${table('Operations|Condition|When absent', () => 'all|header If-Match|refused')}`,
    ),
  'unique fields': (document) =>
    put(
      document,
      'Resources',
      `### Big\n\n|Field|Type|Constraints|\n|-|-|-|\n|id|string|identity|\n\n${table('Field|Type|Constraints', (i) => `f${i}|string|unique`)}`,
    ),
  resources: (document) =>
    put(
      document,
      'Resources',
      Array.from({ length: count }, (_, i) => `### A${i}\n\n|Field|Type|\n|-|-|\n|id|string|\n`).join('\n'),
    ),
  refs: (document) =>
    put(
      document,
      'Resources',
      `### Refs\n\n${table('Field|Type|Constraints', (i) => `f${i}|ref A${i}|on delete cascade`)}`,
    ),
  'unknown subjects': (document) =>
    put(document, 'Endpoints', Array.from({ length: count }, (_, i) => `### x${i}\n\n- Order: a${i}\n`).join('\n')),
};

test('what speaks of all of something else is told in no more words than it has lines', () => {
  const all = Object.values(wide).reduce((document, add) => add(document), base);
  const document = read(all);
  assert.ok(
    document.service.endpoints.operations.length > 2 * count && document.service.limits.limits.length === count,
  );
  assert.ok(document.diagnostics.length < 2 * document.source.lines.length, `${document.diagnostics.length} problems`);
});

test('what is said of a hostile document grows with the document alone', () => {
  const said = (text: string): number => {
    let characters = 0;
    for (const { message, suggestion = '', label = '' } of read(text).diagnostics) {
      characters += message.length + suggestion.length + label.length;
    }
    return characters;
  };
  const named = hostile.filter(({ name }) => name.startsWith('names: '));
  assert.ok(named.length > 30);
  for (const { name, text } of named) {
    const [small, large] = [said(text(10_000)), said(text(40_000))];
    assert.ok(large < 6 * small + 10_000, `${name}: ${small} and ${large} characters`);
  }
});
