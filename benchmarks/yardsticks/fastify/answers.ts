import type { FastifyReply, FastifyRequest } from 'fastify';
import type { After, Cursors } from '../cursors.ts';
import { noneMatchNames, tagOf } from '../headers.ts';
import { notFound, type Refused } from '../problems.ts';
import { beside, linkOf } from '../query.ts';
import { type Row, toInvoice } from './invoices.ts';
import { refuse } from './problems.ts';

const json = 'application/json';

/** Answers a read: the invoice, that the caller has it as it is, or that there is none. */
export function sendInvoice(request: FastifyRequest, reply: FastifyReply, row: Row | undefined): FastifyReply {
  if (row === undefined) return refuse(request, reply, notFound);
  const tag = tagOf(row.version);
  const noneMatch = request.headers['if-none-match'];
  reply.header('ETag', tag);
  if (noneMatch !== undefined && noneMatchNames(noneMatch, tag)) return reply.code(304).send();
  return reply.type(json).send(toInvoice(row));
}

/** The query of a list, as its schema takes it. */
export interface ListQuery {
  limit?: string;
  status?: string;
  cursor?: string;
}

/** What a list is asked for. */
export interface Asked {
  readonly shop: string;
  readonly status: string | undefined;
  readonly limit: number;
  readonly from: After | undefined;
}

/** Reads what a list is asked for; a cursor of another list is refused. */
export function askedOf({ shop }: { shop: string }, query: ListQuery, cursors: Cursors): Asked | Refused {
  const { status, cursor } = query;
  const limit = Math.min(Number(query.limit ?? 25), 100);
  const from = cursor === undefined ? undefined : cursors.read(cursor, shop, status);
  if (cursor !== undefined && from === undefined) {
    return { code: 'invalid', fields: [{ parameter: 'cursor', message: 'must be a cursor from this list' }] };
  }
  return { shop, status, limit, from };
}

/** Answers a list by the rows that were read, in the way in which they were: one more than are shown where more lie further on. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { shop, status, limit, from }: Asked,
  rows: Row[],
  cursors: Cursors,
): FastifyReply {
  const more = rows.length > limit;
  if (more) rows.length = limit;
  if (from?.back === true) rows.reverse();
  const cursorAt = (row: Row, back: boolean): string =>
    cursors.write({ createdAt: row.created_at, id: row.id, back }, shop, status);
  const has = beside(rows.length, more, from);
  const next = has.next ? cursorAt(rows.at(-1)!, false) : undefined;
  const prev = has.prev ? cursorAt(rows[0]!, true) : undefined;
  const link = linkOf(request.url.split('?')[1] ?? '', next, prev);
  if (link !== undefined) reply.header('Link', link);
  return reply.type(json).send({ data: rows.map(toInvoice), next: next ?? null });
}

/** Answers a write: the invoice as it is now, or why nothing was written. */
export function sendWritten(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  outcome: Row | Refused,
): FastifyReply {
  if ('code' in outcome) return refuse(request, reply, outcome);
  if (status === 201) reply.header('Location', `/invoices/${outcome.id}`);
  return reply.code(status).header('ETag', tagOf(outcome.version)).type(json).send(toInvoice(outcome));
}
