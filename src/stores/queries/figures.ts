import type { CountedValues, Figure, FigureResult } from '../../contracts/store.ts';
import type { StorageClass } from '../../plan/schema.ts';
import type { QueryDialect } from '../dialect.ts';
import type { TableLayout } from '../layout.ts';
import { type ColumnReader, compileSum, type FigureSql, orderEnds, readValue } from './aggregates.ts';
import { type Fragment, sql } from './fragment.ts';
import { compileGroups } from './groups.ts';
import { findColumn } from './terms.ts';

type Row = readonly unknown[];

/** The figures of a query as SQL. */
export interface FiguresSql {
  /** Rows of a figure's index and its values: one for each value or group of a figure. */
  readonly all: Fragment;
  /** Reads the results of the figures from these rows. */
  read(rows: readonly Row[]): readonly FigureResult[];
}

/** Writes the query of all figures of the rows that `found` finds, from FROM on, in one statement. */
export function compileFigures(
  dialect: QueryDialect,
  table: TableLayout,
  figures: readonly Figure[],
  found: Fragment,
): FiguresSql {
  const fields = [...new Set(figures.flatMap(listFields))];
  const columns = fields.map((field, at) => `t.${dialect.quote(findColumn(table, field).name)} AS c${at}`);
  const read: ColumnReader = (field) => ({
    column: `c${fields.indexOf(field)}`,
    storage: findColumn(table, field).storage,
  });
  const all = figures.map((figure) => compileFigure(dialect, table, figure, read));
  const width = Math.max(...all.map((figure) => figure.columns.length));
  const nothing = dialect.exactText('NULL', 'text');
  const values = Array.from({ length: width }, (_, at) => `v${at}`);
  const rows = all.map((figure, at) => {
    const own = values.map((name, column) => `${figure.columns[column] ?? nothing} AS ${name}`);
    return `SELECT ${at} AS f, p, ${own.join(', ')} FROM (${figure.rows}) AS f${at}`;
  });
  const identity = `t.${dialect.quote(table.identity.name)} AS i`;
  return {
    all: sql`WITH nonet_rows AS (SELECT ${[identity, ...columns].join(', ')} ${found}) SELECT f, ${values.join(', ')} FROM (${rows.join(' UNION ALL ')}) AS s ORDER BY f, p`,
    read(found) {
      const byFigure = Map.groupBy(found, ([figure]) => Number(figure));
      return all.map((figure, at) => figure.read((byFigure.get(at) ?? []).map(([_, ...row]) => row)));
    },
  };
}

function listFields(figure: Figure): readonly string[] {
  if (figure.kind === 'count') return [];
  if (figure.kind !== 'groups') return [figure.field];
  return [...figure.keys.map(({ field }) => field), ...figure.of.flatMap(listFields)];
}

function compileFigure(dialect: QueryDialect, table: TableLayout, figure: Figure, read: ColumnReader): FigureSql {
  if (figure.kind === 'count') return countRows(dialect);
  if (figure.kind === 'groups') return compileGroups(dialect, figure, read);
  const { column, storage } = read(figure.field);
  if (figure.kind === 'values') return countValues(dialect, column, getItemStorage(table, figure.field), figure.most);
  return figure.kind === 'sum' ? addRows(dialect, column, storage) : findEnd(dialect, figure.kind, column, storage);
}

function countRows({ exactText }: QueryDialect): FigureSql {
  const rows = `SELECT 1 AS p, ${exactText('count(*)', 'integer')} AS n FROM nonet_rows`;
  return { columns: ['n'], rows, read: ([row]) => Number(row![0]) };
}

interface Item {
  readonly storage: StorageClass;
  readonly isList: boolean;
}

/** How the values of a field are kept, or the items of its list: every integer in a list fits into 64 bits. */
function getItemStorage(table: TableLayout, name: string): Item {
  const { storage } = findColumn(table, name);
  if (storage !== 'json') return { storage, isList: false };
  const schema = table.resource.fields.find((field) => field.name === name)?.schema;
  const item = schema?.type === 'list' ? schema.item : schema;
  return { storage: item?.type === 'integer' ? 'int64' : 'text', isList: true };
}

function countValues(dialect: QueryDialect, column: string, { storage, isList }: Item, most: number): FigureSql {
  const one = isList ? dialect.typed('e.value', storage) : column;
  const items = `SELECT i, ${one} AS o FROM nonet_rows${isList ? dialect.eachItem(column) : ''}`;
  // A list may hold an item twice.
  const count = isList ? 'count(DISTINCT i)' : 'count(*)';
  const counted = `SELECT o, ${count} AS n FROM (${items}) AS a WHERE o IS NOT NULL GROUP BY o`;
  const numbered = `SELECT o, n, row_number() OVER (ORDER BY n DESC, o) AS p FROM (${counted}) AS b`;
  const [value, number] = [dialect.exactText('o', storage), dialect.exactText('n', 'integer')];
  return {
    columns: ['v', 'n'],
    rows: `SELECT p, ${value} AS v, ${number} AS n FROM (${numbered}) AS c WHERE p <= ${most}`,
    read: (rows): CountedValues => rows.map(([one, records]) => [readValue(one, storage), Number(records)]),
  };
}

function addRows(dialect: QueryDialect, column: string, storage: StorageClass): FigureSql {
  const sum = compileSum(dialect, column, storage);
  const columns = sum.texts.map((_, at) => `s${at}`);
  const texts = sum.texts.map((text, at) => `${text} AS ${columns[at]}`);
  return { columns, rows: `SELECT 1 AS p, ${texts.join(', ')} FROM nonet_rows`, read: ([row]) => sum.read(row!) };
}

function findEnd(dialect: QueryDialect, kind: 'minimum' | 'maximum', column: string, storage: StorageClass): FigureSql {
  const end =
    storage === 'decimal'
      ? `(SELECT ${column} FROM nonet_rows WHERE ${column} IS NOT NULL ORDER BY ${orderEnds(dialect, kind, column)} LIMIT 1)`
      : `(SELECT ${kind === 'minimum' ? 'min' : 'max'}(${column}) FROM nonet_rows)`;
  return {
    columns: ['v'],
    rows: `SELECT 1 AS p, ${dialect.exactText(end, storage)} AS v`,
    read: ([row]) => (row![0] === null ? undefined : readValue(row![0], storage)),
  };
}
