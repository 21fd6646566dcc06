import type { FigureResult } from '../../contracts/store.ts';
import { sumHalf } from '../../plan/records/answers.ts';
import type { StorageClass } from '../../plan/schema.ts';
import { isDecimal } from '../../text/numbers/decimals.ts';
import type { QueryDialect } from '../dialect.ts';

/** A figure over the rows of `r`: a query of rows with their place `p` and texts, whose names are `columns`, and how results are read from the texts. */
export interface FigureSql {
  readonly columns: readonly string[];
  readonly rows: string;
  read(rows: readonly (readonly unknown[])[]): FigureResult;
}

/** A column of `r` by the field whose values it has, and how they are stored. */
export type ColumnReader = (field: string) => { readonly column: string; readonly storage: StorageClass };

/** A sum: the aggregates that compute it, as texts, and how it is read from these. */
export interface SumSql {
  readonly texts: readonly string[];
  read(texts: readonly unknown[]): string | number | undefined;
}

/** Writes the sum of a column. */
export function compileSum(dialect: QueryDialect, column: string, storage: StorageClass): SumSql {
  if (storage === 'integer' || storage === 'int64') {
    const total = (of: string): string => dialect.exactText(`coalesce(sum(${of}), 0)`, 'int64');
    return {
      texts: [total(`${column} / ${sumHalf}`), total(`${column} % ${sumHalf}`)],
      read: ([high, low]) => readIntegerSum(BigInt(String(high)) * BigInt(sumHalf) + BigInt(String(low)), storage),
    };
  }
  if (storage === 'decimal')
    return {
      texts: [dialect.exactText(dialect.decimalTotal(column), 'text')],
      // Beyond the digits of a decimal there is no sum.
      read: ([sum]) => (isDecimal(String(sum)) ? String(sum) : undefined),
    };
  return {
    texts: [dialect.exactText(dialect.total(column), 'number')],
    read: ([sum]) => (sum === null ? undefined : Number(sum)),
  };
}

function readIntegerSum(sum: bigint, storage: 'integer' | 'int64'): string | number | undefined {
  if (storage === 'int64') return BigInt.asIntN(64, sum) === sum ? String(sum) : undefined;
  const number = Number(sum);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** The order whose first decimal is the end: of equal decimals the shortest, so that it is the same on every store. */
export function orderEnds(dialect: QueryDialect, kind: 'minimum' | 'maximum', column: string): string {
  return `${dialect.compared(column, 'decimal')}${kind === 'maximum' ? ' DESC' : ''}, length(${column}), ${column}`;
}

/** Reads a value as rows hold it. */
export function readValue(value: unknown, storage: StorageClass): string | number {
  if (storage === 'boolean') return value === 'true' || value === '1' ? 1 : 0;
  return storage === 'number' || storage === 'integer' ? Number(value) : String(value);
}
