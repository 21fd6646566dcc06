import { isDeepStrictEqual } from 'node:util';
import { type Creation, type Line, totalOf } from '../checks.ts';
import { matchHolds } from '../headers.ts';
import { newInvoiceId } from '../identifiers.ts';
import type { Caller } from '../keys.ts';
import { type Patch, refuseFixed, refuseRepeated, repeatsMembers } from '../patch.ts';
import { changedMeanwhile, notFound, nothingToPay, type Refused } from '../problems.ts';
import { type Invoices, type Row, toInvoice } from './invoices.ts';

/** The refusal of a customer that the shop does not have. */
export const unknownCustomer: Refused = {
  code: 'invalid',
  fields: [{ pointer: '/customer', message: 'names no customer of yours' }],
};

/** Writes a new invoice, inside a transaction. */
export function create(invoices: Invoices, body: Creation, { shop }: Caller): Row | Refused {
  if (invoices.hasCustomer.get(body.customer, shop) === undefined) return unknownCustomer;
  const total = totalOf(body.lines);
  if (total <= 0) return nothingToPay;
  const now = Date.now();
  const row = newRow(body, shop, total, now);
  invoices.insert.run(now, row);
  return row;
}

/** The row of a new invoice. */
export function newRow(body: Creation, shop: string, total: number, now: number): Row {
  const moment = new Date(now).toISOString();
  return {
    version: 1,
    id: newInvoiceId(now),
    shop,
    customer: body.customer,
    status: 'draft',
    number: null,
    lines: JSON.stringify(body.lines),
    total,
    paid: 0,
    due_on: body.due_on,
    memo: body.memo ?? null,
    sent_at: null,
    created_at: moment,
    updated_at: moment,
  };
}

/** Changes an invoice by a merge patch, inside a transaction; one that changes nothing writes nothing. */
export function update(
  invoices: Invoices,
  id: string,
  body: Patch & Record<string, unknown>,
  { shop }: Caller,
  match: string | undefined,
): Row | Refused {
  const before = invoices.one.get(id, shop);
  if (before === undefined) return notFound;
  const after = changed(before, body, match);
  if (!('code' in after) && after !== before) invoices.change.run(after);
  return after;
}

/** What a merge patch makes of an invoice; the same row where it changes nothing. */
export function changed(before: Row, body: Patch & Record<string, unknown>, match: string | undefined): Row | Refused {
  if (match !== undefined && !matchHolds(match, before.version)) return changedMeanwhile;
  const after = {
    ...before,
    lines: body.lines === undefined ? before.lines : linesAfter(before.lines, body.lines),
    due_on: body.due_on === undefined ? before.due_on : (body.due_on as string),
    memo: body.memo === undefined ? before.memo : (body.memo as string | null),
  };
  const [lines, dueOn, memo] = [
    after.lines !== before.lines,
    after.due_on !== before.due_on,
    after.memo !== before.memo,
  ];
  const fixed = refuseFixed(before.status, lines, dueOn, memo);
  if (fixed !== undefined) return fixed;
  const repeated = repeatsMembers(body) ? refuseRepeated(body, { ...toInvoice(before) }) : undefined;
  if (repeated !== undefined) return repeated;
  if (!lines && !dueOn && !memo) return before;
  if (lines) after.total = totalOf(body.lines as readonly Line[]);
  if (after.total <= 0) return nothingToPay;
  after.version++;
  after.updated_at = new Date().toISOString();
  return after;
}

function linesAfter(before: string, lines: unknown): string {
  const text = JSON.stringify(lines);
  return text === before || isDeepStrictEqual(lines, JSON.parse(before)) ? before : text;
}
