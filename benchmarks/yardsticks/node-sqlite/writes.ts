import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { type Creation, type Line, totalOf } from '../checks.ts';
import { matchHolds } from '../headers.ts';
import { newInvoiceId } from '../identifiers.ts';
import type { Caller } from '../keys.ts';
import { type Patch, refuseFixed, refuseRepeated, repeatsMembers } from '../patch.ts';
import { changedMeanwhile, notFound, nothingToPay, type Refused } from '../problems.ts';
import { type Answer, invoiceAnswer } from './answer.ts';
import { columns, invoiceObject, invoiceText, type Row } from './rows.ts';

/** The operations that write, each to be run inside a transaction; their bodies have been checked. */
export interface Writes {
  create(body: Creation, caller: Caller): Answer | Refused;
  update(
    id: string,
    body: Patch & Record<string, unknown>,
    caller: Caller,
    match: string | undefined,
  ): Answer | Refused;
}

const unknownCustomer: Refused = {
  code: 'invalid',
  fields: [{ pointer: '/customer', message: 'names no customer of yours' }],
};

/** Holds the statements of writes over a connection. */
export function openWrites(database: DatabaseSync): Writes {
  const prepare = (text: string): StatementSync => {
    const statement = database.prepare(text);
    statement.setReturnArrays(true);
    return statement;
  };
  const customer = prepare('SELECT 1 FROM customer WHERE id = ? AND shop = ?');
  const byId = prepare(`SELECT ${columns} FROM invoice WHERE id = ? AND shop = ?`);
  const insert = prepare(
    `INSERT INTO invoice (version, status_since, id, shop, customer, status, lines, total, paid, due_on, memo, created_at,
     updated_at) VALUES (1, ?, ?, ?, ?, 'draft', ?, ?, 0, ?, ?, ?, ?)`,
  );
  const changes = new Map<string, StatementSync>();
  /** Sets these columns only: SQLite writes the entries anew of every index whose columns are set, changed or not. */
  const changing = (columns: readonly string[]): StatementSync => {
    const set = columns.map((column) => `${column} = ?`).join(', ');
    const statement = changes.get(set) ?? prepare(`UPDATE invoice SET ${set} WHERE id = ?`);
    changes.set(set, statement);
    return statement;
  };

  return {
    create(body, { shop, shopText }) {
      if (customer.get(body.customer, shop) === undefined) return unknownCustomer;
      const total = totalOf(body.lines);
      if (total <= 0) return nothingToPay;
      const now = Date.now();
      const moment = isoOf(now);
      const id = newInvoiceId(now);
      const lines = JSON.stringify(body.lines);
      const memo = body.memo ?? null;
      insert.run(now, id, shop, body.customer, lines, total, body.due_on, memo, moment, moment);
      const row: Row = [1, id, body.customer, 'draft', null, lines, total, 0, body.due_on, memo, null, moment, moment];
      return invoiceAnswer(201, 1, invoiceText(row, shopText), `/invoices/${id}`);
    },
    update(id, body, { shop, shopText }, match) {
      const row = byId.get(id, shop) as unknown as Row | undefined;
      if (row === undefined) return notFound;
      if (match !== undefined && !matchHolds(match, row[0])) return changedMeanwhile;
      const after = patched(row, body);
      const newLines = after.lines !== row[5];
      const refused =
        refuseFixed(row[3], newLines, after.dueOn !== row[8], after.memo !== row[9]) ??
        (repeatsMembers(body) ? refuseRepeated(body, invoiceObject(row, shopText)) : undefined);
      if (refused !== undefined) return refused;
      if (!newLines && after.dueOn === row[8] && after.memo === row[9]) {
        return invoiceAnswer(200, row[0], invoiceText(row, shopText));
      }
      const total = newLines ? totalOf(body.lines as readonly Line[]) : row[6];
      if (total <= 0) return nothingToPay;
      const version = row[0] + 1;
      const moment = isoOf(Date.now());
      const set: [column: string, value: string | number | null][] = [['version', version]];
      if (newLines) set.push(['lines', after.lines], ['total', total]);
      if (after.dueOn !== row[8]) set.push(['due_on', after.dueOn]);
      if (after.memo !== row[9]) set.push(['memo', after.memo]);
      set.push(['updated_at', moment]);
      changing(set.map(([column]) => column)).run(...set.map(([, value]) => value), id);
      const { lines, dueOn, memo } = after;
      const now: Row = [
        version,
        id,
        row[2],
        row[3],
        row[4],
        lines,
        total,
        row[7],
        dueOn,
        memo,
        row[10],
        row[11],
        moment,
      ];
      return invoiceAnswer(200, version, invoiceText(now, shopText));
    },
  };
}

/** What a patch makes of the fields that it may change; lines that say the same stay as they are written. */
function patched(
  row: Row,
  body: Patch,
): { readonly lines: string; readonly dueOn: string; readonly memo: string | null } {
  let lines = row[5];
  if (body.lines !== undefined) {
    const text = JSON.stringify(body.lines);
    if (text !== lines && !isDeepStrictEqual(body.lines, JSON.parse(lines))) lines = text;
  }
  return {
    lines,
    dueOn: body.due_on === undefined ? row[8] : (body.due_on as string),
    memo: body.memo === undefined ? row[9] : (body.memo as string | null),
  };
}

let lastMoment = 0;
let lastText = '';

function isoOf(moment: number): string {
  if (moment !== lastMoment) {
    lastText = new Date(moment).toISOString();
    lastMoment = moment;
  }
  return lastText;
}
