import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Cursors } from '../cursors.ts';
import { noneMatchNames, tagOf } from '../headers.ts';
import type { Caller } from '../keys.ts';
import { type FieldError, malformed, notFound, type Refused } from '../problems.ts';
import { beside, linkOf, readPage } from '../query.ts';
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
  const byId = prepare(`SELECT ${columns} FROM invoice WHERE id = ? AND shop = ?`);
  // A bare `LIMIT ?` would have the statement prepared again at each call.
  const order = 'ORDER BY created_at DESC, id DESC LIMIT ? + 0';
  const reverse = 'ORDER BY created_at, id LIMIT ? + 0';
  const lists = ['', 'AND status = ?', 'AND status IN (SELECT value FROM json_each(?))'].map((filter) => {
    const list = `SELECT ${columns} FROM invoice WHERE shop = ? ${filter}`;
    return {
      first: prepare(`${list} ${order}`),
      after: prepare(`${list} AND (created_at, id) < (?, ?) ${order}`),
      before: prepare(`${list} AND (created_at, id) > (?, ?) ${reverse}`),
    };
  });

  return {
    read(id, caller, noneMatch) {
      const row = byId.get(id, caller.shop) as unknown as Row | undefined;
      if (row === undefined) return notFound;
      if (noneMatch !== undefined && noneMatchNames(noneMatch, tagOf(row[0]))) return notModified(tagOf(row[0]));
      return invoiceAnswer(200, row[0], invoiceText(row, caller.shopText));
    },
    list(query, caller, noneMatch) {
      const fieldErrors: FieldError[] = [];
      const page = readPage(query, fieldErrors);
      if (page === undefined) return malformed;
      const { limit, status, cursor } = page;
      const from = cursor === undefined ? undefined : cursors.read(cursor, caller.shop, status);
      if (cursor !== undefined && from === undefined && fieldErrors.length === 0) {
        fieldErrors.push({ parameter: 'cursor', message: 'must be a cursor from this list' });
      }
      if (fieldErrors.length > 0) return { code: 'invalid', fields: fieldErrors };
      const several = status?.includes(',') === true;
      const bound: SQLInputValue[] = [caller.shop];
      if (status !== undefined) bound.push(several ? JSON.stringify(status.split(',')) : status);
      if (from !== undefined) bound.push(from.createdAt, from.id);
      bound.push(limit + 1);
      const list = lists[status === undefined ? 0 : several ? 2 : 1]!;
      const statement = from === undefined ? list.first : from.back ? list.before : list.after;
      const rows = statement.all(...bound) as unknown as Row[];
      const more = rows.length > limit;
      if (more) rows.length = limit;
      if (from?.back === true) rows.reverse();
      let text = '{"data":[';
      for (let i = 0; i < rows.length; i++) text += (i === 0 ? '' : ',') + invoiceText(rows[i]!, caller.shopText);
      const cursorAt = (row: Row, back: boolean): string =>
        cursors.write({ createdAt: row[11], id: row[1], back }, caller.shop, status);
      const has = beside(rows.length, more, from);
      const next = has.next ? cursorAt(rows.at(-1)!, false) : undefined;
      const prev = has.prev ? cursorAt(rows[0]!, true) : undefined;
      text += next === undefined ? '],"next":null}' : `],"next":"${next}"}`;
      return listAnswer(text, linkOf(query, next, prev), noneMatch);
    },
  };
}
