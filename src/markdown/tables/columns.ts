import type { DiagnosticSink } from '../../diagnostics/list.ts';
import type { Source, SourceText, Span } from '../../text/location.ts';
import { findNearest } from '../../text/nearest.ts';
import { own } from '../../text/own-property.ts';
import type { Table } from '../blocks/block.ts';
import { normalizeSyntaxCell } from '../cells/words.ts';
import { markdown } from '../diagnostics.ts';
import type { ColumnGrammar, PartGrammar, TableGrammar } from '../grammar.ts';

/** The columns of a table in the order of its cells; undefined stands for one that is not of the table. */
export interface Columns {
  readonly grammars: readonly (ColumnGrammar | undefined)[];
  /** The titles by which cells are asked for, each with the number of its column. */
  readonly places: ReadonlyMap<string, number>;
  readonly own: readonly SourceText[];
}

/** The titles of a table as they are written, code spans opened. */
export function readTitles(source: Source, table: Table): readonly SourceText[] {
  return table.header.cells.map((span) =>
    normalizeSyntaxCell({ text: source.text.slice(span.start, span.end), span }, true),
  );
}

/** The kind of table that these titles are meant for, or undefined when none is near. */
export function findTableKind(titles: readonly SourceText[], kinds: readonly TableGrammar[]): TableGrammar | undefined {
  const lower = new Set(titles.map((title) => title.text.toLowerCase()));
  let best: TableGrammar | undefined;
  let bestScore = 0;
  for (const kind of kinds) {
    const known = kind.columns.filter((column) => lower.has(column.title.toLowerCase()));
    const missing = kind.columns.filter((column) => column.required === true && !known.includes(column));
    const telling = known.filter((column) => column.reads !== 'prose').length;
    if (telling === 0) continue;
    const foreign = kind.otherColumns === undefined ? lower.size - known.length : 0;
    const near = telling >= missing.length || known[0] === kind.columns[0];
    const score = near ? (missing.length === 0 ? 1000 : 500) + known.length * 10 - missing.length * 5 - foreign : 0;
    if (score > bestScore) {
      best = kind;
      bestScore = score;
    }
  }
  return best;
}

/** Says of a table that no kind of its part fits: it is another part's, or unknown. */
export function reportUnknown(
  span: Span,
  titles: readonly SourceText[],
  part: PartGrammar,
  grammars: readonly PartGrammar[],
  diagnostics: DiagnosticSink,
): void {
  const isWhole = (kind: TableGrammar) =>
    kind.columns.every((column) => column.required !== true || titles.some((title) => isOf(title, column)));
  const home = grammars.find((grammar) => grammar !== part && grammar.tables.some(isWhole));
  if (home !== undefined) {
    const kind = home.tables.find(isWhole)!;
    diagnostics.push(markdown['foreign-table'](span, kind.columns[0]!.title, home.title));
    return;
  }
  const kinds = part.tables.map((kind) => kind.columns.map((column) => column.title).join(' | '));
  const words = titles.slice(0, 12).map(({ text }) => (text === '' ? 'one without a title' : `"${text.slice(0, 40)}"`));
  diagnostics.push(markdown['unknown-table'](span, words.join(', '), kinds));
}

/** Whether a title is that of a column. */
export function isOf(title: SourceText, column: ColumnGrammar): boolean {
  return column.title.toLowerCase() === title.text.toLowerCase();
}

/** Gives each column of a table its grammar and reports titles that are repeated, empty, foreign or missing. */
export function resolveColumns(
  kind: TableGrammar,
  titles: readonly SourceText[],
  header: Span,
  diagnostics: DiagnosticSink,
): Columns {
  const known = kept.get(kind);
  const key = titles.map((title) => title.text).join('\n');
  if (known?.key === key) return known.columns;
  const before = diagnostics.length;
  const columns = createColumns(kind, titles, header, diagnostics);
  // Of very many tables most have the same titles, and then the same columns unless one is the author's own.
  if (diagnostics.length === before && columns.own.length === 0) kept.set(kind, { key, columns });
  return columns;
}

/** The columns of the last table of each kind in which nothing was wrong, by its titles. */
const kept = new WeakMap<TableGrammar, { readonly key: string; readonly columns: Columns }>();

function createColumns(
  kind: TableGrammar,
  titles: readonly SourceText[],
  header: Span,
  diagnostics: DiagnosticSink,
): Columns {
  const places = new Map<string, number>();
  const grammars: (ColumnGrammar | undefined)[] = [];
  const own: SourceText[] = [];
  const seen = new Map<string, Span>();
  const unused = kind.columns.filter((column) => !titles.some((title) => isOf(title, column)));
  for (const [index, title] of titles.entries()) {
    let column = kind.columns.find((candidate) => isOf(title, candidate));
    const isExact = column === undefined && kind.otherColumns?.exact === true;
    const key = isExact ? title.text : (column?.title ?? title.text).toLowerCase();
    const before = seen.get(key);
    if (title.text === '') diagnostics.push(markdown['empty-column'](title.span));
    else if (before !== undefined) {
      diagnostics.push(markdown['duplicate-column'](title.span, title.text, before));
      column = undefined;
    } else if (column === undefined && kind.otherColumns !== undefined) {
      own.push(title);
      column = { title: title.text, reads: kind.otherColumns.reads };
    } else if (column === undefined) column = reportForeignTitle(kind, title, unused, diagnostics);
    if (before === undefined) seen.set(key, title.span);
    grammars.push(column);
    if (column !== undefined) places.set(column.title, index);
  }
  const missing = kind.columns.filter((column) => column.required === true && !places.has(column.title));
  if (missing.length > 0) {
    const names = missing.map((column) => column.title);
    diagnostics.push(markdown['missing-column'](header, names, kind.columns[0]!.title));
  }
  return { grammars, places, own };
}

/** A title that is not of the table; one that is near to a column not used is read as that column. */
function reportForeignTitle(
  kind: TableGrammar,
  title: SourceText,
  unused: ColumnGrammar[],
  diagnostics: DiagnosticSink,
): ColumnGrammar | undefined {
  const names = unused.map((column) => column.title);
  const hint = own(kind.hints ?? {}, title.text.toLowerCase());
  const near = hint === undefined ? findNearest(title.text, names) : undefined;
  diagnostics.push(markdown['unknown-column'](title.span, title.text, near, names, hint));
  const at = names.indexOf(near ?? '');
  return at === -1 ? undefined : unused.splice(at, 1)[0];
}
