import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Cursors } from '../cursors.ts';
import { noneMatchNames, tagOf } from '../headers.ts';
import type { Caller } from '../keys.ts';
import { type FieldProblem, malformed, notFound, type Refused } from '../problems.ts';
import { nextQuery, readPage } from '../query.ts';
import { type Answer, invoiceAnswer, listAnswer, notModified } from './answer.ts';
import { columns, invoiceText, type Row } from './rows.ts';

/** The operations that only read. */
export interface Reads {
  read(id: string, caller: Caller, noneMatch: string | undefined): Answer | Refused;
  list(query: string, caller: Caller, noneMatch: string | undefined): Answer | Refused;
}

/** Holds the statements of reads over a connection. */
export function openReads(database: DatabaseSync, cursors: Cursors): Reads {
  const prepare = (text: string): StatementSync => {
    const statement = database.prepare(text);
    statement.setReturnArrays(true);
    return statement;
  };
  const one = prepare(`SELECT ${columns} FROM invoice WHERE id = ? AND shop = ?`);
  const order = 'ORDER BY created_at DESC, id DESC LIMIT ?';
  const after = 'AND (created_at, id) < (?, ?)';
  const lists = ['', 'AND status = ?', 'AND status IN (SELECT value FROM json_each(?))'].map((filter) => [
    prepare(`SELECT ${columns} FROM invoice WHERE shop = ? ${filter} ${order}`),
    prepare(`SELECT ${columns} FROM invoice WHERE shop = ? ${filter} ${after} ${order}`),
  ]);

  return {
    read(id, caller, noneMatch) {
      const row = one.get(id, caller.shop) as unknown as Row | undefined;
      if (row === undefined) return notFound;
      if (noneMatch !== undefined && noneMatchNames(noneMatch, tagOf(row[0]))) return notModified(tagOf(row[0]));
      return invoiceAnswer(200, row[0], invoiceText(row, caller.shopText));
    },
    list(query, caller, noneMatch) {
      const problems: FieldProblem[] = [];
      const page = readPage(query, problems);
      if (page === undefined) return malformed;
      const { limit, status, cursor } = page;
      const from = cursor === undefined ? undefined : cursors.read(cursor, caller.shop, status);
      if (cursor !== undefined && from === undefined && problems.length === 0) {
        problems.push({ parameter: 'cursor', message: 'is no cursor of this list' });
      }
      if (problems.length > 0) return { code: 'invalid', fields: problems };
      const several = status?.includes(',') === true;
      const bound: SQLInputValue[] = [caller.shop];
      if (status !== undefined) bound.push(several ? JSON.stringify(status.split(',')) : status);
      if (from !== undefined) bound.push(from.createdAt, from.id);
      bound.push(limit + 1);
      const [first, further] = lists[status === undefined ? 0 : several ? 2 : 1]!;
      const rows = (from === undefined ? first! : further!).all(...bound) as unknown as Row[];
      const more = rows.length > limit;
      const count = more ? limit : rows.length;
      let text = '{"data":[';
      for (let i = 0; i < count; i++) text += (i === 0 ? '' : ',') + invoiceText(rows[i]!, caller.shopText);
      if (!more) return listAnswer(`${text}],"next":null}`, undefined, noneMatch);
      const last = rows[count - 1]!;
      const next = cursors.write({ createdAt: last[11], id: last[1] }, caller.shop, status);
      return listAnswer(`${text}],"next":"${next}"}`, `/invoices?${nextQuery(query, next)}`, noneMatch);
    },
  };
}
