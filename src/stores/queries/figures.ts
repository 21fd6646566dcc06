import type { CountedValues, Figure, FigureResult } from '../../contracts/store.ts';
import { sumHalf } from '../../plan/records/answers.ts';
import type { StorageClass } from '../../plan/schema.ts';
import { isDecimal } from '../../text/decimals.ts';
import type { QueryDialect } from '../dialect.ts';
import type { TableLayout } from '../layout.ts';
import { type Fragment, sql } from './fragment.ts';
import { findColumn } from './terms.ts';

type Row = readonly unknown[];

/** The figures of a query as SQL. */
export interface FiguresSql {
  /** Rows `(figure, value, number)`: one for each value of a figure. */
  readonly all: Fragment;
  /** Reads the results of the figures from these rows. */
  read(rows: readonly Row[]): readonly FigureResult[];
}

/** A figure over the rows of `r`: queries of rows `(place, value, number)`, and how the results are read from the rows. */
interface FigureSql {
  readonly rows: string;
  read(rows: readonly Row[]): FigureResult;
}

/** Writes the query of all figures of the rows that `found` finds, from FROM on, in one statement. */
export function compileFigures(
  dialect: QueryDialect,
  table: TableLayout,
  figures: readonly Figure[],
  found: Fragment,
): FiguresSql {
  const fields = [...new Set(figures.flatMap((figure) => (figure.kind === 'count' ? [] : [figure.field])))];
  const columns = fields.map((field, at) => `t.${dialect.quote(findColumn(table, field).name)} AS c${at}`);
  const all = figures.map((figure) => {
    if (figure.kind === 'count') return countRows(dialect);
    return compileFigure(dialect, table, figure, `c${fields.indexOf(figure.field)}`);
  });
  const rows = all.map((figure, at) => `SELECT ${at} AS f, p, v, n FROM (${figure.rows}) AS f${at}`);
  const identity = `t.${dialect.quote(table.identity.name)} AS i`;
  return {
    all: sql`WITH r AS (SELECT ${[identity, ...columns].join(', ')} ${found}) SELECT f, v, n FROM (${rows.join(' UNION ALL ')}) AS s ORDER BY f, p`,
    read(found) {
      const byFigure = Map.groupBy(found, ([figure]) => Number(figure));
      return all.map((figure, at) => figure.read(byFigure.get(at) ?? []));
    },
  };
}

function countRows({ exactText }: QueryDialect): FigureSql {
  const [nothing, count] = [exactText('NULL', 'text'), exactText('count(*)', 'integer')];
  return { rows: `SELECT 1 AS p, ${nothing} AS v, ${count} AS n FROM r`, read: ([row]) => Number(row![2]) };
}

function compileFigure(
  dialect: QueryDialect,
  table: TableLayout,
  figure: Exclude<Figure, { readonly kind: 'count' }>,
  column: string,
): FigureSql {
  const { storage } = findColumn(table, figure.field);
  if (figure.kind === 'values') return countValues(dialect, column, getItemStorage(table, figure.field), figure.most);
  return figure.kind === 'sum' ? addRows(dialect, column, storage) : findEnd(dialect, figure.kind, column, storage);
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
  const items = `SELECT i, ${one} AS o FROM r${isList ? dialect.eachItem(column) : ''}`;
  // A list may hold an item twice.
  const count = isList ? 'count(DISTINCT i)' : 'count(*)';
  const counted = `SELECT o, ${count} AS n FROM (${items}) AS a WHERE o IS NOT NULL GROUP BY o`;
  const numbered = `SELECT o, n, row_number() OVER (ORDER BY n DESC, o) AS p FROM (${counted}) AS b`;
  const [value, number] = [dialect.exactText('o', storage), dialect.exactText('n', 'integer')];
  return {
    rows: `SELECT p, ${value} AS v, ${number} AS n FROM (${numbered}) AS c WHERE p <= ${most}`,
    read: (rows): CountedValues => rows.map(([, one, records]) => [readValue(one, storage), Number(records)]),
  };
}

function addRows(dialect: QueryDialect, column: string, storage: StorageClass): FigureSql {
  const nothing = dialect.exactText('NULL', 'text');
  if (storage === 'integer' || storage === 'int64') {
    const total = (of: string): string => dialect.exactText(`coalesce(sum(${of}), 0)`, 'int64');
    return {
      rows: `SELECT 1 AS p, ${total(`${column} / ${sumHalf}`)} AS v, ${total(`${column} % ${sumHalf}`)} AS n FROM r`,
      read: ([row]) => readIntegerSum(BigInt(String(row![1])) * BigInt(sumHalf) + BigInt(String(row![2])), storage),
    };
  }
  const isDecimals = storage === 'decimal';
  const sum = isDecimals ? dialect.decimalTotal(column, 'FROM r') : dialect.total(column, 'FROM r');
  return {
    rows: `SELECT 1 AS p, ${dialect.exactText(sum, isDecimals ? 'text' : 'number')} AS v, ${nothing} AS n`,
    read([row]) {
      const value = row![1];
      if (value === null) return undefined;
      // Beyond the digits of a decimal there is no sum.
      if (isDecimals) return isDecimal(String(value)) ? String(value) : undefined;
      return Number(value);
    },
  };
}

function readIntegerSum(sum: bigint, storage: 'integer' | 'int64'): FigureResult {
  if (storage === 'int64') return BigInt.asIntN(64, sum) === sum ? String(sum) : undefined;
  const number = Number(sum);
  return Number.isSafeInteger(number) ? number : undefined;
}

function findEnd(dialect: QueryDialect, kind: 'minimum' | 'maximum', column: string, storage: StorageClass): FigureSql {
  const nothing = dialect.exactText('NULL', 'text');
  const descending = kind === 'maximum' ? ' DESC' : '';
  // Of equal decimals the shortest is the result, so that it is the same on every store.
  const end =
    storage === 'decimal'
      ? `(SELECT ${column} FROM r WHERE ${column} IS NOT NULL ORDER BY ${dialect.compared(column, storage)}${descending}, length(${column}), ${column} LIMIT 1)`
      : `(SELECT ${kind === 'minimum' ? 'min' : 'max'}(${column}) FROM r)`;
  return {
    rows: `SELECT 1 AS p, ${dialect.exactText(end, storage)} AS v, ${nothing} AS n`,
    read: ([row]) => (row![1] === null ? undefined : readValue(row![1], storage)),
  };
}

/** Reads a value as rows hold it. */
function readValue(value: unknown, storage: StorageClass): string | number {
  if (storage === 'boolean') return value === 'true' || value === '1' ? 1 : 0;
  return storage === 'number' || storage === 'integer' ? Number(value) : String(value);
}
