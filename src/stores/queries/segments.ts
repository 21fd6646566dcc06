import { type Fragment, join, sql } from './fragment.ts';

/** A field of an order as SQL: its column, whether it may be null, the value of the last row. */
export interface SegmentKey {
  readonly column: string;
  readonly descending: boolean;
  readonly nullable: boolean;
  readonly after: Fragment;
}

/**
 * Returns the rows after a row as ranges of the index, in their order. `nulls[i]`: that row has null in key i; null comes first ascending
 * and last descending.
 */
export function buildSegments(keys: readonly SegmentKey[], nulls: readonly boolean[]): readonly Fragment[] {
  const segments: Fragment[] = [];
  const tail = findTail(keys);
  const fixed = (count: number): readonly Fragment[] =>
    keys.slice(0, count).map((key, index) => {
      return nulls[index] === true ? sql`${key.column} IS NULL` : sql`${key.column} = ${key.after}`;
    });
  if (tail < keys.length) segments.push(join([...fixed(tail), buildAfterCondition(keys.slice(tail))], ' AND '));
  for (let index = tail - 1; index >= 0; index--) {
    const key = keys[index]!;
    for (const step of listAfterConditions(key, nulls[index] === true))
      segments.push(join([...fixed(index), step], ' AND '));
  }
  return segments;
}

/** Where the last keys begin that are never null and run one way: they are compared together. */
function findTail(keys: readonly SegmentKey[]): number {
  let from = keys.length;
  while (from > 0 && !keys[from - 1]!.nullable && keys[from - 1]!.descending === keys.at(-1)!.descending) from--;
  return from;
}

function buildAfterCondition(keys: readonly SegmentKey[]): Fragment {
  const operator = keys[0]!.descending ? '<' : '>';
  if (keys.length === 1) return sql`${keys[0]!.column} ${operator} ${keys[0]!.after}`;
  const values = keys.map(({ after }) => after);
  return sql`(${keys.map(({ column }) => column).join(', ')}) ${operator} (${join(values, ', ')})`;
}

function listAfterConditions(key: SegmentKey, isNull: boolean): readonly Fragment[] {
  const { column, descending, nullable, after } = key;
  if (isNull) return descending ? [] : [sql`${column} IS NOT NULL`];
  if (!descending) return [sql`${column} > ${after}`];
  return nullable ? [sql`${column} < ${after}`, sql`${column} IS NULL`] : [sql`${column} < ${after}`];
}
