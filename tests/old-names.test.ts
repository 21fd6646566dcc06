import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Cell } from '../src/markdown/cells/cell.ts';
import type { Content } from '../src/markdown/content.ts';
import type { ValueGrammar } from '../src/markdown/grammar.ts';
import { format } from '../src/markdown/write.ts';
import { grammars } from '../src/parts/grammars.ts';
import { buildPlan, readDocument } from '../src/parts/index.ts';
import { createSource, type Span } from '../src/text/location.ts';

const documents = join(import.meta.dirname, 'documents');

/** An old name of the language: the name for it now, and where that stands in a document. */
interface Renamed {
  readonly of: string;
  readonly old: string;
  readonly now: string;
  find(content: Content): Iterable<Span>;
}

function read(text: string) {
  const { content, service, diagnostics } = readDocument(createSource('renamed.md', text));
  const of = (severity: string) => diagnostics.filter((diagnostic) => diagnostic.severity === severity);
  const olds = of('warning').filter(({ code }) => code === 'markdown/old-name');
  return { content, errors: of('error').map(({ message }) => message), olds, plan: () => buildPlan(service) };
}

/** Every old name that a grammar declares. */
function registry(): readonly Renamed[] {
  return grammars.flatMap((part) => [
    ...part.facts.flatMap((fact) => [
      ...(fact.formerly ?? []).map((old) => ({
        of: `line of ${part.title}`,
        old,
        now: fact.name,
        find: ({ source, parts }: Content) =>
          parts
            .get(part.part)!
            .facts.flatMap(({ name, span }) => (name === fact.name ? within(source.text, span, fact.name) : [])),
      })),
      ...words(`line ${fact.name}`, fact, ({ parts }) =>
        parts.get(part.part)!.facts.flatMap(({ name, value }) => (name === fact.name ? [value] : [])),
      ),
    ]),
    ...part.tables.flatMap((table) => {
      const tables = ({ parts }: Content) => {
        const { tables: own, subjects } = parts.get(part.part)!;
        return [...own, ...subjects.flatMap((subject) => subject.tables)].filter(({ grammar }) => grammar === table);
      };
      return table.columns.flatMap((column) => [
        ...(column.formerly ?? []).map((old) => ({
          of: `title of ${table.name}`,
          old,
          now: column.title,
          find: (content: Content) =>
            tables(content).flatMap(({ span }) => within(content.source.text, span, column.title)),
        })),
        ...words(`${column.title} of ${table.name}`, column, (content) =>
          tables(content).flatMap(({ rows }) => rows.map((row) => row.cell(column.title))),
        ),
      ]);
    }),
  ]);
}

function words(of: string, { formerWords, formerValues }: ValueGrammar, cells: (content: Content) => readonly Cell[]) {
  return Object.entries({ ...formerWords, ...formerValues }).map(([old, now]) => ({
    of,
    old,
    now,
    find: (content: Content) => cells(content).flatMap(({ span }) => within(content.source.text, span, now)),
  }));
}

/** Where words stand first between two marks, in a stretch of a text. */
function within(text: string, { start, end }: Span, found: string): readonly Span[] {
  const from = text
    .slice(start, end)
    .search(new RegExp(`${found.startsWith('(') ? '' : '(?<!\\w ?|-)'}${found.replace(/[()]/g, '\\$&')}(?![\\w-])`));
  return from === -1 ? [] : [{ start: start + from, end: start + from + found.length }];
}

const text = readFileSync(join(documents, 'renamed.md'), 'utf8');
const present = read(text);
const all = registry();

test('the document of all present names has no error and no old name', () => {
  assert.deepEqual([present.errors, present.olds], [[], []]);
  assert.equal(format(present.content), text);
  assert.ok(all.length >= 50, `${all.length} old names`);
});

for (const { of, old, now, find } of all) {
  test(`the old name \`${old}\` of \`${now}\` (${of}) is read with a warning and written as the present one`, () => {
    const places = [...find(present.content)];
    assert.ok(places.length > 0, `tests/documents/renamed.md has no \`${now}\``);
    for (const { start, end } of places) {
      const older = text.slice(0, start) + old + text.slice(end);
      const { content, errors, olds, plan } = read(older);
      assert.deepEqual(errors, []);
      assert.deepEqual(
        olds.map(({ span, suggestion }) => [content.source.text.slice(span.start, span.end), suggestion]),
        [[old, now]],
      );
      assert.deepEqual(plan(), present.plan());
      assert.equal(format(content), text);
    }
  });
}

test('no present name is an old one of the same place, so that formatting once is enough', () => {
  for (const { of, now } of all) assert.ok(!all.some((other) => other.of === of && other.old === now), `${of}: ${now}`);
});

for (const file of globSync('old-words/*.md', { cwd: documents }).sort()) {
  test(`${file}, written with old names, means what its present form means`, () => {
    const older = read(readFileSync(join(documents, file), 'utf8'));
    assert.ok(older.olds.length > 0);
    const formatted = read(format(older.content));
    assert.deepEqual([older.errors, formatted.errors, formatted.olds], [[], [], []]);
    assert.deepEqual(linesApart(formatted.plan()), linesApart(older.plan()));
  });
}

/** A plan without its lines: the canonical form of a document may have others. */
function linesApart(plan: unknown): unknown {
  return JSON.parse(JSON.stringify(plan, (name, value) => (name === 'line' || name === 'lines' ? undefined : value)));
}
