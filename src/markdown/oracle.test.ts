import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import type { RootContent, TableCell } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import { runs } from '../../tests/support/runs.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { createSource, type Source, type Span } from '../text/location.ts';
import type { Block } from './blocks/block.ts';
import { readBlocks } from './blocks.ts';

/** Headings, tables with their cells, and top-level list items, each as one line with its offsets. */
type Seen = readonly string[];

function ours(blocks: readonly Block[]): Seen {
  return blocks.flatMap((block) => {
    if (block.kind === 'heading') return [`heading ${block.level} at ${block.span.start}`];
    if (block.kind === 'fact') return [`item ${block.span.start} to ${block.span.end}`];
    if (block.kind === 'table') return [block.header, ...block.rows].map((row) => `row ${row.cells.map(cellSeen)}`);
    if (block.kind !== 'prose') return [];
    const items = [...(block.form === 'list' ? block.items : [])].filter((item) => !item.nested);
    return items.map(({ start, end }) => `item ${start} to ${end}`);
  });
}

function cellSeen(span: Span): string {
  return span.start === span.end ? 'empty' : `${span.start}-${span.end}`;
}

function theirs(source: Source, notes: readonly Span[]): Seen {
  const tree = fromMarkdown(source.text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });
  const nodes = tree.children.filter(
    (node) => !notes.some(({ start, end }) => start <= from(node) && from(node) < end),
  );
  return nodes.flatMap((node) => {
    if (node.type === 'heading') return [`heading ${node.depth} at ${from(node)}`];
    if (node.type === 'table') return node.children.map((row) => `row ${row.children.map(theirCell)}`);
    if (node.type !== 'list') return [];
    return node.children.map((item, index) => {
      const next = node.children[index + 1];
      const end = Math.min(item.position!.end.offset!, next === undefined ? Infinity : next.position!.start.offset!);
      return `item ${item.position!.start.offset} to ${source.text.slice(0, end).trimEnd().length}`;
    });
  });
}

function from(node: RootContent): number {
  return node.position!.start.offset!;
}

function theirCell(cell: TableCell): string {
  const first = cell.children[0];
  const last = cell.children[cell.children.length - 1];
  return first === undefined ? 'empty' : `${from(first)}-${last!.position!.end.offset}`;
}

/**
 * Where the library leaves CommonMark: a list behind indented code may not begin with an empty item or a number other
 * than 1 for it, a tag alone on its line ends a paragraph that it would lazily continue, and text below an
 * empty item within an item goes on with it.
 */
const knownFaults = [
  /^(?: {4}| {0,3}\t).*\n(?:[ \t]*\n)* {0,3}(?:[-+*][ \t]*(?:$|[-+*])|\d)/m,
  /\S[ \t]*\n[ \t>]*<\/?(?:b|a|script)\b/,
  /^ *(?:[-+*]|\d+[.)])[ \t]+(?:[-+*]|\d+[.)])[ \t]*\n[ \t]*\S/m,
];

/** Compares both readings of a text; false when ours does not accept it. */
function agrees(text: string): boolean {
  if (knownFaults.some((fault) => fault.test(text))) return false;
  const source = createSource('generated.md', text);
  const diagnostics: Diagnostic[] = [];
  const blocks = readBlocks(source, diagnostics) ?? [];
  if (diagnostics.length > 0) return false;
  const notes = blocks.flatMap((block) => (block.kind === 'prose' && block.form === 'notes' ? [block.span] : []));
  assert.deepEqual(ours(blocks), theirs(source, notes), JSON.stringify(text));
  return true;
}

for (const name of ['empty', 'invoices']) {
  test(`CommonMark sees the headings, cells and items of ${name}.md where we do`, () => {
    const text = readFileSync(new URL(`../../tests/documents/${name}.md`, import.meta.url), 'utf8');
    assert.equal(agrees(text), true);
    assert.equal(agrees(text.replaceAll('\n', '\r\n')), true);
  });
}

const inline = fc.constantFrom(
  'word',
  'a b',
  '`code`',
  '`a  b`',
  '``a`b``',
  '*it*',
  '\\*',
  '\\`',
  'x\\\\',
  '<b>',
  '<!-- c -->',
  '&amp;',
  '"s"',
  'é',
  '字',
  '1.',
  '#',
  '>',
  '-',
);
const phrase = fc.array(inline, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
const cell = fc.oneof(phrase, fc.constantFrom('', '—', 'a\\|b', '`a\\|b`', '  padded  ', '\\\\'));
const table = fc
  .record({
    width: fc.integer({ min: 1, max: 4 }),
    height: fc.integer({ min: 0, max: 3 }),
    cells: fc.array(cell, { minLength: 16, maxLength: 16 }),
    mark: fc.constantFrom('---', '-', ':-', ':-:', ' --- '),
    end: fc.constantFrom('|', ' |', '| ', ''),
  })
  .map(({ width, height, cells, mark, end }) => {
    const row = (at: number) => `| ${cells.slice(at * width, at * width + width).join(' | ')} ${end || '|'}`;
    const delimiter = `|${Array.from({ length: width }, () => mark).join('|')}${end || '|'}`;
    return [row(0), delimiter, ...Array.from({ length: height }, (_, index) => row(index + 1))].join('\n');
  });
const mark = fc.constantFrom('- ', '* ', '+ ', '-   ', '1. ', '2) ', '10. ', '-\t', '-     ', ' - ', '   - ', '-\n  ');
const indent = fc.constantFrom('', ' ', '  ', '   ', '    ', '      ', '\t', ' \t', '> ', '>');
const line = fc.oneof(
  phrase,
  fc.tuple(indent, phrase).map(([space, text]) => space + text),
  fc.tuple(indent, mark, phrase).map(([space, bullet, text]) => space + bullet + text),
  fc
    .tuple(fc.constantFrom('# ', '## ', '### ', ' ## ', '##\t'), phrase, fc.constantFrom('', ' #', ' ##  ', '#'))
    .map((all) => all.join('')),
  fc.tuple(mark, phrase, fc.constantFrom(': ', ':'), phrase).map((all) => all.join('')),
  fc.constantFrom('```', '~~~', '````', '``` js', '    ```', '  ```', '> ```', '- ```', '  ~~~'),
  fc.constantFrom(
    '---',
    '***',
    '- - -',
    '_ _ _',
    '* * *',
    ' ---',
    '===',
    '-',
    '*',
    '+',
    '1.',
    '- -',
    '> - a',
    '- > a',
    '- - a',
  ),
  fc.constantFrom(
    '<div>',
    '</div>',
    '<!-- a -->',
    '<!--',
    '-->',
    '<b>',
    '</b>',
    '<script>',
    '</script>',
    '<?x',
    '?>',
    '<a href="x">',
    '<b> t',
  ),
  fc.constantFrom('### Notes', '[a]: /b', 'text  ', 'text\\', '&#35; a'),
);
const piece = fc.oneof(
  { weight: 5, arbitrary: line },
  { weight: 1, arbitrary: table.map((text) => `\n${text}\n`) },
  { weight: 2, arbitrary: fc.constantFrom('', '', ' ', '\t') },
);
const document = fc.array(piece, { minLength: 1, maxLength: 9 }).map((pieces) => pieces.join('\n'));

test('CommonMark agrees with us on generated documents that we accept', () => {
  const wanted = runs(10_000);
  let accepted = 0;
  for (let seed = 1; accepted < wanted && seed <= 40; seed++) {
    for (const text of fc.sample(document, { seed, numRuns: 2_500 }))
      if (accepted < wanted && agrees(text)) accepted += 1;
  }
  assert.equal(accepted, wanted);
});
