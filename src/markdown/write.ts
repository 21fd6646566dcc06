import { DiagnosticList } from '../diagnostics/list.ts';
import { createSource, type Source, slice } from '../text/location.ts';
import { formatTableRow } from '../text/table-row.ts';
import type { Block, Fact, Heading, Table } from './blocks/block.ts';
import { most } from './blocks/lines.ts';
import { readBlocks } from './blocks.ts';
import { normalizeSyntaxCell } from './cells/words.ts';
import type { Content, ContentTable } from './content.ts';
import type { FactGrammar, ItemMove } from './grammar.ts';
import { recognizeDocument } from './recognise.ts';
import { moveItem, unwrapCode } from './spelling.ts';
import { isOf } from './tables/columns.ts';

type SpelledFact = Pick<FactGrammar, 'name' | 'unwrapped'>;

/** The meaning of the document at an offset. */
interface Meaning {
  readonly source: Source;
  readonly titles: ReadonlyMap<number, string>;
  readonly facts: ReadonlyMap<number, SpelledFact>;
  readonly tables: ReadonlyMap<number, ContentTable>;
  readonly headings: ReadonlyMap<string, string>;
}

/**
 * The document in its canonical form: one empty line between blocks, tables with single spaces, titles as the language
 * spells them, LF; prose, comments, code and notes stay to the byte. A document with errors comes back as it is, and formatting twice
 * changes nothing.
 */
export function format(content: Content): string {
  const { source } = content;
  const blocks = readBlocks(source, new DiagnosticList());
  if (blocks === undefined || content.diagnostics.hasErrors) return source.text;
  const text = slice(source, { start: 0, end: source.text.length });
  if (text !== source.text) return format(recognizeDocument(createSource(source.name, text), content.grammars));
  return canonical(content, blocks);
}

function canonical(content: Content, blocks: readonly Block[]): string {
  const meaning = indexMeaning(content);
  let text = '';
  for (const [index, block] of blocks.entries()) {
    const together = block.kind === 'fact' && blocks[index - 1]?.kind === 'fact';
    if (index > 0) text += together ? '\n' : '\n\n';
    text += formatBlock(meaning, block, blocks[index + 1]);
  }
  return text === '' ? '' : `${text}\n`;
}

function indexMeaning(content: Content): Meaning {
  const titles = new Map<number, string>();
  const facts = new Map<number, SpelledFact>();
  const tables = new Map<number, ContentTable>();
  const headings = new Map([['notes', 'Notes']]);
  for (const part of content.parts.values()) {
    if (part.heading !== undefined && part.title !== undefined) titles.set(part.heading.start, part.title);
    const known = content.grammars.find((grammar) => grammar.part === part.part)?.facts ?? [];
    for (const level of [part, ...part.subjects]) {
      for (const { name, span } of level.facts)
        facts.set(span.start, known.find((fact) => fact.name === name) ?? { name });
      for (const table of level.tables) tables.set(table.span.start, table);
    }
    for (const { grammar } of part.tables) {
      if (grammar.at !== 'subject') headings.set(grammar.at.heading.toLowerCase(), grammar.at.heading);
    }
  }
  return { source: content.source, titles, facts, tables, headings };
}

function formatBlock(meaning: Meaning, block: Block, next: Block | undefined): string {
  if (block.kind === 'heading') return formatHeading(meaning, block);
  if (block.kind === 'table') return formatTable(meaning, block);
  if (block.kind === 'fact') return formatFact(meaning, block, next);
  return getRawBlock(meaning.source, block);
}

/** A block to the byte, the spaces before its first line included, lines ended by LF. */
function getRawBlock(source: Source, block: Block): string {
  return source.text.slice(findLineStart(source, block), block.span.end).replaceAll('\r\n', '\n');
}

function findLineStart(source: Source, block: Block): number {
  return source.text.lastIndexOf('\n', block.span.start - 1) + 1;
}

function formatHeading({ source, titles, headings }: Meaning, heading: Heading): string {
  const marks = '#'.repeat(heading.level);
  const canonical =
    heading.level === 2 ? titles.get(heading.span.start) : headings.get(heading.words.text.toLowerCase());
  if (canonical !== undefined && canonical !== '' && heading.level > 1) return `${marks} ${canonical}`;
  const raw = source.text.slice(heading.words.span.start, heading.words.span.end).replace(/ +/g, ' ');
  return `${marks} ${raw.replace(/(^| )(#+)$/, (_, space: string, end: string) => `${space}\\${end}`)}`;
}

/** A fact line on one line; one whose list item must stay as wide as it is for the prose below stays to the byte. */
function formatFact(meaning: Meaning, fact: Fact, next: Block | undefined): string {
  const { source, facts } = meaning;
  const known = facts.get(fact.span.start);
  const indented =
    next !== undefined && next.kind !== 'fact' && /\s/.test(source.text[findLineStart(source, next)] ?? '');
  const text = `- ${known?.name ?? fact.name.text}: ${unwrapCode(fact.value.text, known?.unwrapped)}`;
  return known === undefined || indented || !fitsLine(text) ? getRawBlock(source, fact) : text;
}

/** Whether a line is surely within the limit of its length. */
function fitsLine(line: string): boolean {
  return line.length * 3 <= most.lineBytes;
}

function formatTable(meaning: Meaning, table: Table): string {
  const { source } = meaning;
  const known = meaning.tables.get(table.span.start);
  const columns = table.header.cells.map((span) => {
    const raw = source.text.slice(span.start, span.end);
    const title = normalizeSyntaxCell({ text: raw, span }, true);
    const column = known?.grammar.columns.find((candidate) => isOf(title, candidate));
    return {
      title: column?.title ?? raw.replace(/ +/g, ' '),
      isProse: (column ?? known?.grammar.otherColumns)?.reads === 'prose',
      unwrapped: column?.unwrapped,
    };
  });
  const moves = known?.grammar.moves;
  const lines = [formatTableRow(columns.map(({ title }) => title)), `|${' --- |'.repeat(columns.length)}`];
  for (const row of table.rows) {
    const cells = row.cells.map((span, index) => {
      const raw = source.text.slice(span.start, span.end);
      if (raw === '—') return '';
      if (columns[index]?.isProse === true) return raw;
      return unwrapCode(raw.replace(/ +/g, ' '), columns[index]?.unwrapped);
    });
    const text = formatTableRow(moves === undefined ? cells : moveCells(columns, cells, moves));
    lines.push(fitsLine(text) ? text : source.text.slice(row.span.start, row.span.end));
  }
  return lines.join('\n');
}

function moveCells(
  columns: readonly { readonly title: string }[],
  cells: readonly string[],
  move: ItemMove,
): readonly string[] {
  const byTitle = Object.fromEntries(columns.map(({ title }, index) => [title, cells[index] ?? '']));
  const moved = moveItem(byTitle, move);
  return moved === byTitle ? cells : cells.map((cell, index) => moved[columns[index]?.title ?? ''] ?? cell);
}
