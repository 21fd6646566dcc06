import { findPosition } from '../src/text/location.ts';
import type { Case } from '../tests/support/cases.ts';
import type { Example } from '../tests/support/fixes.ts';
import { diffLines, type LinePair } from '../tests/support/line-diff.ts';

/** The lines of an example that matter, as Markdown code blocks: of its document, and of its module where that matters. */
export interface Excerpts {
  readonly wrong: string;
  readonly fixed: string;
  /** The lines of the wrong document and of its module that are shown, counted from 1. */
  readonly lines: { readonly document: ReadonlySet<number>; readonly module: ReadonlySet<number> };
}

/** Longer lines are cut. */
const widest = 140;
/** Of a document that is too large to be read, its beginning is enough. */
const longestText = 16_000;
/** A block of text or code with at most this many lines is shown whole. */
const longestBlock = 12;

/** Returns the lines that a diagnostic and its fix are about, below their headings and the titles of their table, before and after the fix. */
export function excerptExample({ shown, wrong, fixed, context }: Example): Excerpts {
  const { diagnostic, source } = shown;
  const spans = [diagnostic.span, ...(diagnostic.also ?? []).map(({ span }) => span)];
  const marked = new Set(spans.map(({ start }) => findPosition(source, start).line - 1));
  const inModule = source.name === 'case.ts';
  const of = (one: Case, module: boolean): string => (module ? (one.module ?? '') : shorten(one.text));
  const side = (module: boolean) =>
    excerptLines(of(wrong, module), of(fixed, module), {
      marked: inModule === module ? marked : new Set(),
      context,
      isDocument: !module,
    });
  const document = side(false);
  const module = side(true);
  const join = (key: 'wrong' | 'fixed'): string =>
    [toBlock('md', document[key]), toBlock('ts', module[key])].filter((block) => block !== '').join('\n\n');
  const lines = { document: document.numbers, module: module.numbers };
  return { wrong: join('wrong'), fixed: join('fixed'), lines };
}

function shorten(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText).trimEnd()}\n…` : text;
}

function toBlock(language: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  const fence = lines.some((line) => line.startsWith('```')) ? '````' : '```';
  return `${fence}${language}\n${lines.join('\n')}\n${fence}`;
}

interface Shape {
  /** Lines of the diagnostic. */
  readonly marked: ReadonlySet<number>;
  /** Lines next to an edit that its statement names. */
  readonly context: ReadonlySet<string>;
  readonly isDocument: boolean;
}

function excerptLines(
  older: string,
  newer: string,
  { marked, context, isDocument }: Shape,
): { readonly wrong: readonly string[]; readonly fixed: readonly string[]; readonly numbers: ReadonlySet<number> } {
  const before = older.split('\n');
  const after = newer.split('\n');
  const pairs = diffLines(before, after);
  const all = pairs.map(({ older, newer }) => (older === undefined ? after[newer!]! : before[older]!));
  const touched = new Set(pairs.flatMap((pair, at) => (isChanged(pair) || marked.has(pair.older!) ? [at] : [])));
  if (touched.size === 0) return { wrong: [], fixed: [], numbers: new Set() };
  for (const at of [...touched]) {
    for (let above = at - 1; context.has(all[above]!); above--) touched.add(above);
    for (let below = at + 1; context.has(all[below]!); below++) touched.add(below);
  }
  const kept = isDocument ? addContext(all, touched) : addStatements(all, touched);
  const order = [...kept].sort((at, other) => at - other);
  const show = (lines: readonly string[], key: keyof LinePair): readonly string[] => {
    const numbers = order.flatMap((at) => pairs[at]![key] ?? []);
    const found = numbers.flatMap((number, index) => {
      const gap = isDocument && index > 0 && !isNextRow(lines, numbers[index - 1]!, number);
      return [...(gap ? [''] : []), cut(lines[number]!)];
    });
    return trimBlank(found);
  };
  const numbers = new Set(order.flatMap((at) => pairs[at]!.older ?? []).map((line) => line + 1));
  return { wrong: show(before, 'older'), fixed: show(after, 'newer'), numbers };
}

function isChanged({ older, newer }: LinePair): boolean {
  return older === undefined || newer === undefined;
}

const isRow = (line: string | undefined): boolean => line?.startsWith('|') === true;
const isHeading = (line: string | undefined): boolean => line !== undefined && /^#{1,3} /.test(line);

/** Adds the headings above each line, and the header of its table; of other text its block. */
function addContext(all: readonly string[], touched: ReadonlySet<number>): ReadonlySet<number> {
  const kept = new Set(touched);
  for (const at of touched) {
    if (isRow(all[at])) addHeader(all, at, kept);
    else if (!isHeading(all[at]) && !/^- .*: /.test(all[at]!)) {
      addBlock(all, at, kept);
      if (isRow(all[at - 1])) addHeader(all, at - 1, kept);
    }
    let level = /^#+(?= )/.exec(all[at]!)?.[0].length ?? 4;
    for (let above = at - 1; above >= 0 && level > 2; above--) {
      const found = /^#+(?= )/.exec(all[above]!)?.[0].length ?? 4;
      if (found < level && found > 1) kept.add(above);
      level = Math.min(level, found);
    }
  }
  return kept;
}

/** Adds the titles of the table of a row; of the titles themselves also the first row. */
function addHeader(all: readonly string[], at: number, kept: Set<number>): void {
  let top = at;
  while (isRow(all[top - 1])) top--;
  kept.add(top);
  if (isRow(all[top + 1])) kept.add(top + 1);
  if (at <= top + 1 && isRow(all[top + 2])) kept.add(top + 2);
}

/** Adds the first and the last line of the statement around each line of a module. */
function addStatements(all: readonly string[], touched: ReadonlySet<number>): ReadonlySet<number> {
  const kept = new Set(touched);
  for (const at of touched) {
    let first = at;
    while (first > 0 && /^[ })]/.test(all[first]!)) first--;
    let last = at;
    while (last < all.length - 1 && /^ /.test(all[last + 1]!)) last++;
    kept.add(first);
    if (last < all.length - 1 && /^[})]/.test(all[last + 1]!)) kept.add(last + 1);
  }
  return kept;
}

/** Adds the lines around a line up to the next empty ones; of a long block the line before. */
function addBlock(all: readonly string[], at: number, kept: Set<number>): void {
  let first = at;
  while (first > 0 && all[first - 1] !== '' && !isHeading(all[first - 1])) first--;
  let last = at;
  while (last < all.length - 1 && all[last + 1] !== '' && !isHeading(all[last + 1])) last++;
  const isLong = last - first >= longestBlock;
  for (let line = isLong ? Math.max(first, at - 1) : first; line <= (isLong ? at : last); line++) kept.add(line);
}

/** Whether a line follows another without an empty line between: the next one, or a later row of its table. */
function isNextRow(all: readonly string[], before: number, at: number): boolean {
  for (let line = before; line < at; line++) if (!isRow(all[line])) return at === before + 1;
  return isRow(all[at]) || at === before + 1;
}

function cut(line: string): string {
  return line.length > widest ? `${line.slice(0, widest - 1)}…` : line;
}

function trimBlank(lines: readonly string[]): readonly string[] {
  const single = lines.filter((line, index) => line !== '' || (index > 0 && lines[index - 1] !== ''));
  return single.at(-1) === '' ? single.slice(0, -1) : single;
}
