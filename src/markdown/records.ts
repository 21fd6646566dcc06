import type { SourceText } from '../text/location.ts';
import type { Cell } from './cells/cell.ts';
import {
  type ItemReader,
  readCode,
  readDuration,
  readItems,
  readName,
  readText,
  readWord,
  type Says,
  type SaysOfDuration,
  toItemName,
} from './cells/readers.ts';
import type { ContentFact, ContentRow, ContentTable, ParseContext } from './content.ts';
import type { FactGrammar, PartGrammar, ValueGrammar } from './grammar.ts';
import type { FactRecord, FactWiring, RowRecord, TableName, TableWiring } from './records/types.ts';

type Reader = (cell: Cell, context: ParseContext, row?: ContentRow) => unknown;

/** A column or fact line with the name of its value and how that is read; prose is taken as it is. */
interface Value {
  readonly title: string;
  readonly key: string;
  readonly read: Reader | undefined;
}

/**
 * Makes the reader of the rows of one kind of table: each row as its columns are declared, every mistake at its place.
 * A row whose key, the first column that each row needs, cannot be read is left out. The part brings, by the names of the
 * values, what is said of a cell without its form and the readers of forms of its own.
 */
export function createRowReader<const G extends PartGrammar, N extends TableName<G>, const W extends TableWiring<G, N>>(
  grammar: G,
  name: N,
  wiring: W,
): (tables: readonly ContentTable[], context: ParseContext) => RowRecord<G, N, W>[] {
  const { columns, otherColumns } = grammar.tables.find((table) => table.name === name)!;
  const values = columns.map((column) => createValue(column, column.title, wiring));
  const at = columns.findIndex(({ required }) => required === true);
  const key = values.splice(at, 1)[0]!;
  const own = otherColumns === undefined ? undefined : createValue(otherColumns, 'own', wiring);
  return (tables, context) => {
    const records: unknown[] = [];
    for (const table of tables) {
      if (table.grammar.name !== name) continue;
      for (const row of table.rows) {
        const record = readRow(row, key, values, context);
        if (record?.[key.key] === undefined) continue;
        if (own !== undefined) record.own = readOwn(row, table.own, own, context);
        record.span = row.span;
        records.push(record);
      }
    }
    return records as RowRecord<G, N, W>[];
  };
}

/** Of a row whose key is empty nothing else is read: no one knows what it is about. */
function readRow(
  row: ContentRow,
  key: Value,
  values: readonly Value[],
  context: ParseContext,
): Record<string, unknown> | undefined {
  const cell = row.cell(key.title);
  const record: Record<string, unknown> = { [key.key]: key.read?.(cell, context, row) };
  if (cell.kind !== 'value' && record[key.key] === undefined) return undefined;
  for (const { title, key, read } of values) {
    const value = read === undefined ? row.prose(title) : read(row.cell(title), context, row);
    if (value !== undefined) record[key] = value;
  }
  return record;
}

function readOwn(
  row: ContentRow,
  titles: readonly SourceText[],
  { read }: Value,
  context: ParseContext,
): Map<string, unknown> {
  const own = new Map<string, unknown>();
  for (const { text } of titles) {
    const value = read?.(row.cell(text), context, row);
    if (value !== undefined) own.set(text, value);
  }
  return own;
}

/** Whether a row has a value: one without which it says nothing. */
export function hasCell<Row, Key extends keyof Row>(row: Row, key: Key): row is Row & Required<Pick<Row, Key>> {
  return row[key] !== undefined;
}

/** Makes the reader of the fact lines of one place, as the grammar declares them; what the part brings is as for rows. */
export function createFactReader<
  const G extends PartGrammar,
  At extends 'part' | 'subject',
  const W extends FactWiring<G, At>,
>(grammar: G, at: At, wiring: W): (facts: readonly ContentFact[], context: ParseContext) => FactRecord<G, At, W> {
  const known = grammar.facts.filter((fact) => fact.at === at);
  const values = new Map(
    known.map((fact) => [fact.name, { ...createValue(fact, fact.name, wiring), isList: isList(fact) }]),
  );
  return (facts, context) => {
    const record: Record<string, unknown> = {};
    for (const { key, isList } of values.values()) if (isList) record[key] = [];
    for (const { name, value: cell, prose } of facts) {
      const { key, isList, read } = values.get(name)!;
      const value = read !== undefined ? read(cell, context) : cell.kind === 'value' ? prose : undefined;
      if (value === undefined) continue;
      if (isList) addTo(record[key] as unknown[], value);
      else record[key] ??= value;
    }
    return record as FactRecord<G, At, W>;
  };
}

function isList({ repeats, reads }: FactGrammar): boolean {
  return repeats === true || reads === 'names' || reads === 'items';
}

function addTo(list: unknown[], value: unknown): void {
  if (!Array.isArray(value)) list.push(value);
  else for (const item of value) list.push(item);
}

function createValue(grammar: ValueGrammar, title: string, wiring: object): Value {
  const key = grammar.as ?? toKey(title);
  const wired = (wiring as Readonly<Record<string, unknown>>)[key];
  return { title, key, read: grammar.reads === 'prose' ? undefined : createReader(grammar, title, wired) };
}

function toKey(title: string): string {
  return title
    .replace(/^./, (first) => first.toLowerCase())
    .replace(/ (.)/g, (_, first: string) => first.toUpperCase());
}

function createReader(grammar: ValueGrammar, title: string, wired: unknown): Reader {
  const read = createFormReader(grammar, title, wired);
  if (grammar.closes !== true) return read;
  return (cell, context, row) => {
    const value = cell.kind === 'not shown' ? undefined : read(cell, context, row);
    return value === undefined && cell.kind !== 'none' ? { notShown: cell.span } : value;
  };
}

/** How a form is read; the types of a part's wiring keep what it brings and what its grammar declares together. */
function createFormReader({ reads }: ValueGrammar, title: string, wired: unknown): Reader {
  const says = wired as Says;
  if (typeof reads === 'object') {
    if ('each' in reads) return createItemReader(reads.each, title, wired as ItemReader);
    if ('own' in reads) return wired as Reader;
    if ('word' in reads) return (cell, context) => readWord(cell, reads.word, says, context);
    return (cell, context) => readName(cell, reads, says, context);
  }
  switch (reads) {
    case 'names':
      return (cell, context) => readItems(cell, ',', toItemName, title, context);
    case 'items':
      return (cell, context) => readItems(cell, ';', ({ words }) => words, title, context);
    case 'code':
      return (cell, context) => readCode(cell, says, context);
    case 'duration':
      return (cell, context) => readDuration(cell, wired as SaysOfDuration, context);
    default:
      return readText;
  }
}

function createItemReader(mark: ',' | ';', title: string, read: ItemReader): Reader {
  return (cell, context) => readItems(cell, mark, read, title, context);
}
