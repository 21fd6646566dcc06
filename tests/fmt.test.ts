import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { format } from '../src/markdown/write.ts';
import { buildPlan, type Document, readDocument } from '../src/parts/index.ts';
import { createSource } from '../src/text/location.ts';
import { documents, mutated } from './support/any-document.ts';
import { runs, sample } from './support/runs.ts';

const read = (text: string): Document => readDocument(createSource('x.md', text));
const errorsOf = ({ diagnostics }: Document) => diagnostics.filter((diagnostic) => diagnostic.severity === 'error');

/** A plan without the places of the document, which formatting may move. */
function placeless(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(placeless);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => key !== 'line');
  return Object.fromEntries(kept.map(([key, member]) => [key, placeless(member)]));
}

/** What is kept to the byte: comments, code, notes, and every paragraph, in their order. */
function kept({ source, content }: Document): readonly string[] {
  const spans = [...content.summary];
  for (const part of content.parts.values()) {
    spans.push(...part.prose, ...part.subjects.flatMap((subject) => subject.prose));
  }
  const prose = spans
    .toSorted((span, other) => span.start - other.start)
    .map(({ start, end }) => source.text.slice(start, end).replaceAll('\r\n', '\n'));
  return [...prose, ...(source.text.match(/<!--[\s\S]*?-->/g) ?? []).map((text) => text.replaceAll('\r\n', '\n'))];
}

function checkFormat(text: string): void {
  const before = read(text);
  const formatted = format(before.content);
  const after = read(formatted);
  assert.equal(format(after.content), formatted, 'formatting twice changes nothing');
  assert.deepEqual(
    after.diagnostics.map(({ code }) => code),
    before.diagnostics.map(({ code }) => code),
  );
  const [plan, again] = [buildPlan(before.service), buildPlan(after.service)];
  assert.deepEqual(placeless(again), placeless(plan));
  assert.equal(again.digest, plan.digest);
  assert.deepEqual(kept(after), kept(before));
}

/** The cells of a row, pipes that a backslash protects left alone. */
function cellsOf(row: string): string[] {
  return row
    .replace(/^ *\| */, '')
    .replace(/ *\| *$/, '')
    .split(/ *(?<!\\)\| */);
}

type Way = (lines: string[], at: number) => string[];

/** Where the rows of the table are in which a line stands: header, delimiter and all below. */
function tableAt(lines: readonly string[], at: number): readonly [first: number, last: number] | undefined {
  const headers = lines.flatMap((line, index) => (/^\|[\s|:-]+\|$/.test(line) ? [index - 1] : []));
  const first = headers[at % Math.max(1, headers.length)];
  if (first === undefined) return undefined;
  let last = first;
  while (lines[last + 1]?.startsWith('|')) last += 1;
  return [first, last];
}

function inTable(lines: string[], at: number, change: (rows: string[][]) => string[][]): string[] {
  const table = tableAt(lines, at);
  if (table === undefined) return lines;
  const [first, last] = table;
  const rows = change(lines.slice(first, last + 1).map(cellsOf));
  return [...lines.slice(0, first), ...rows.map((row) => `| ${row.join(' | ')} |`), ...lines.slice(last + 1)];
}

/** Ways to write the same in another form. */
const ways: Readonly<Record<string, Way>> = {
  'wider cells': (lines, at) => inTable(lines, at, (rows) => rows.map((row) => row.map((cell) => `  ${cell}   `))),
  'narrow rows': (lines, at) => {
    const table = tableAt(lines, at);
    return lines.map((line, index) =>
      table !== undefined && table[0] <= index && index <= table[1] ? `|${cellsOf(line).join('|')}|  ` : line,
    );
  },
  'other column order': (lines, at) =>
    inTable(lines, at, (rows) => {
      // The columns of a matrix are states, whose order is the author's; the first column of all tables may move too.
      const order = rows[0]!.map((_, index) => index).reverse();
      return rows.map((row) => order.map((index) => row[index] ?? ''));
    }),
  'dashes for empty cells': (lines, at) =>
    inTable(lines, at, (rows) => {
      const [header = [], delimiter = [], ...more] = rows;
      const prose = header.map((title) => /^(?:meaning|message)$/i.test(title));
      return [header, delimiter, ...more.map((row) => row.map((cell, i) => (cell === '' && !prose[i] ? '—' : cell)))];
    }),
  'aligned columns': (lines, at) =>
    inTable(lines, at, ([header, , ...rows]) => [header!, header!.map(() => ':-:'), ...rows]),
  'titles in capitals': (lines, at) =>
    inTable(lines, at, ([header, ...rows]) => {
      const isMatrix = header![0] === 'Field' && !header!.includes('Type');
      return [isMatrix ? header! : header!.map((title) => title.toUpperCase()), ...rows];
    }),
  'numbers before part titles': (lines) => {
    let number = 0;
    return lines.map((line) => (/^## \D/.test(line) ? line.replace('## ', `##  ${++number}. `) : line));
  },
  'part titles in capitals': (lines) => lines.map((line) => (/^## \D/.test(line) ? line.toUpperCase() : line)),
  'closed headings': (lines) => lines.map((line) => (/^#{1,3} /.test(line) ? `${line} ##` : line)),
  'more empty lines': (lines) => lines.flatMap((line) => (line === '' ? ['', '  ', ''] : [line])),
  'other bullets': (lines) => lines.map((line) => line.replace(/^- (?=[A-Z][a-z ]+: )/, '*   ')),
  'a comment': (lines, at) => lines.toSpliced(gapAfter(lines, at), 0, '', '<!-- | a  | b |', '  kept --> ', ''),
  code: (lines, at) => lines.toSpliced(gapAfter(lines, at), 0, '', '~~~ md', '| a |   b|', '', '- c:   d', '~~~', ''),
  notes: (lines) => {
    const end = lines.findIndex((line, index) => index > lines.length / 2 && /^## /.test(line));
    return end === -1 ? lines : lines.toSpliced(end, 0, '### Notes', '', '|  not a table', '- odd:   thing  ', '');
  },
};

/** The number of an empty line behind which something may be put without cutting a table or a paragraph. */
function gapAfter(lines: readonly string[], at: number): number {
  const gaps = lines.flatMap((line, index) => (line === '' ? [index] : []));
  return (gaps[at % Math.max(1, gaps.length)] ?? 0) + 1;
}

const written = fc
  .tuple(
    fc.constantFrom(...documents),
    fc.array(fc.tuple(fc.constantFrom(...Object.keys(ways)), fc.nat()), { minLength: 1, maxLength: 6 }),
    fc.boolean(),
  )
  .map(([document, chosen, crlf]) => {
    const lines = chosen.reduce((before, [name, at]) => ways[name]!(before, at), document.split('\n'));
    return lines.join(crlf ? '\r\n' : '\n');
  });

test('each way of writing a document otherwise is taken, and formatting undoes what means nothing', () => {
  for (const [nth, document] of documents.entries()) {
    for (const [name, way] of sample(Object.entries(ways), nth)) {
      const text = way(document.split('\n'), 3).join('\n');
      assert.deepEqual(
        errorsOf(read(text)).map(({ message }) => message),
        [],
        name,
      );
      checkFormat(text);
    }
    checkFormat(document.replaceAll('\n', '\r\n'));
  }
});

test('however a document is written, formatting keeps its meaning and its prose, and twice is once', () => {
  let taken = 0;
  fc.assert(
    fc.property(written, (text) => {
      if (errorsOf(read(text)).length > 0) return;
      taken += 1;
      checkFormat(text);
    }),
    { numRuns: runs(150) },
  );
  assert.ok(taken > runs(150) / 2, `${taken} of ${runs(150)} were without errors`);
});

test('any change of a document that leaves it without errors is kept by formatting', () => {
  let taken = 0;
  fc.assert(
    fc.property(mutated, (text) => {
      if (errorsOf(read(text)).length > 0) return;
      taken += 1;
      checkFormat(text);
    }),
    { numRuns: runs(500) },
  );
  assert.ok(taken > 0, `${taken} of ${runs(500)} were without errors`);
});
