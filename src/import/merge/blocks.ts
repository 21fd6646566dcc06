import { formatTable } from '../../text/table-row.ts';

/** A table as it is written, its cells by column. */
export interface TableBlock {
  readonly kind: 'table';
  readonly columns: string[];
  readonly rows: Map<string, string>[];
}

/** Lines `- Name: value`. */
export interface LinesBlock {
  readonly kind: 'lines';
  readonly values: Map<string, string>;
}

/** Anything else: paragraphs, quotations, lists, code. */
export interface TextBlock {
  readonly kind: 'text';
  text: string;
}

export type Block = TableBlock | LinesBlock | TextBlock;

/** A heading with the blocks below it; the part itself has an empty heading. */
export interface Section {
  readonly heading: string;
  readonly blocks: Block[];
}

/** A part of a page; what precedes the first part has an empty title. */
export interface Part {
  readonly title: string;
  readonly sections: Section[];
}

/** Reads a page as blocks. */
export function readBlocks(page: string): readonly Part[] {
  const parts: Part[] = [{ title: '', sections: [{ heading: '', blocks: [] }] }];
  for (const text of splitBlocks(page)) {
    const title = /^## +(.+)$/.exec(text)?.[1];
    const heading = /^### +(.+)$/.exec(text)?.[1];
    const part = parts.at(-1)!;
    if (title !== undefined) parts.push({ title, sections: [{ heading: '', blocks: [] }] });
    else if (heading !== undefined) part.sections.push({ heading, blocks: [] });
    else part.sections.at(-1)!.blocks.push(readBlock(text));
  }
  return parts;
}

/** Splits a page at its empty lines, and before and after headings; code stays whole. */
function splitBlocks(page: string): readonly string[] {
  const blocks: string[][] = [[]];
  let isCode = false;
  for (const line of page.split(/\r?\n/)) {
    if (/^ {0,3}(```|~~~)/.test(line)) isCode = !isCode;
    const isHeading = !isCode && /^#{1,3} /.test(line);
    if (isHeading || (!isCode && line.trim() === '')) blocks.push([]);
    if (isCode || line.trim() !== '') blocks.at(-1)!.push(line);
    if (isHeading) blocks.push([]);
  }
  return blocks.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
}

function readBlock(text: string): Block {
  const lines = text.split('\n');
  if (lines.length >= 2 && lines[0]!.trim().startsWith('|') && /^\s*\|[\s:|-]+\|\s*$/.test(lines[1]!)) {
    const columns = splitRow(lines[0]!);
    const rows = lines.slice(2).map((line) => {
      const cells = splitRow(line);
      return new Map(columns.map((column, index) => [column, cells[index] ?? '']));
    });
    return { kind: 'table', columns: [...columns], rows };
  }
  const facts = lines.map((line) => /^- ([A-Z][A-Za-z ]*): (.+)$/.exec(line));
  if (facts.every((fact) => fact !== null))
    return { kind: 'lines', values: new Map(facts.map((fact) => [fact[1]!, fact[2]!])) };
  return { kind: 'text', text };
}

/** The cells of a row; an escaped pipe is not a border. */
function splitRow(line: string): readonly string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim());
}

/** Writes the blocks of a page. */
export function formatBlocks(parts: readonly Part[]): string {
  const blocks = parts.flatMap(({ title, sections }) => [
    ...(title === '' ? [] : [`## ${title}`]),
    ...sections.flatMap(({ heading, blocks: own }) => [
      ...(heading === '' ? [] : [`### ${heading}`]),
      ...own.map(formatBlock),
    ]),
  ]);
  return `${blocks.join('\n\n')}\n`;
}

function formatBlock(block: Block): string {
  if (block.kind === 'text') return block.text;
  if (block.kind === 'lines') return [...block.values].map(([name, value]) => `- ${name}: ${value}`).join('\n');
  const { columns, rows } = block;
  return formatTable(
    columns,
    rows.map((row) => columns.map((column) => row.get(column) ?? '')),
  );
}
