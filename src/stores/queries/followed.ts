import type { FollowedReference } from '../../contracts/store.ts';
import { buildNotGoneConditions } from '../../plan/records/gone.ts';
import type { TableLayout } from '../layout.ts';
import { type Fragment, join, sql } from './fragment.ts';
import { compileTerms, findColumn, type TermContext } from './terms.ts';

/** The record that a reference of the record `t` names, joined as `f`, and the columns that are read of it. */
export interface FollowedSql {
  readonly columns: readonly string[];
  readonly joined: Fragment;
}

/** Joins the record that a reference names, unless it is gone. */
export function compileFollowed(
  context: TermContext,
  table: TableLayout,
  { field, fields }: FollowedReference,
): FollowedSql {
  const { dialect, layout } = context;
  const [reference] = table.follow([field]);
  const other = layout.get(reference!.refers!)!;
  const from = dialect.quote(other.table);
  const alive = compileTerms(context, other, buildNotGoneConditions(other.resource)).map(({ holds }) => holds);
  const source = alive.length === 0 ? sql`${from}` : sql`(SELECT * FROM ${from} AS t WHERE ${join(alive, ' AND ')})`;
  const columns = fields.map((name) => {
    const column = findColumn(other, name);
    return dialect.read(`f.${dialect.quote(column.name)}`, column.storage);
  });
  const [id, refers] = [dialect.quote(other.identity.name), dialect.quote(reference!.name)];
  return { columns, joined: sql` JOIN ${source} AS f ON f.${id} = t.${refers}` };
}
