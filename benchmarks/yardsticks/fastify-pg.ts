import { hash } from 'node:crypto';
import { argv } from 'node:process';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Creation, isInvoiceId } from './checks.ts';
import { cursorsWith } from './cursors.ts';
import { openApp } from './fastify/app.ts';
import { type Row, toInvoice } from './fastify/invoices.ts';
import { openPgInvoices } from './fastify/invoices-pg.ts';
import { refuse } from './fastify/problems.ts';
import { creation, invoice, listQuery, noQuery, page, patch } from './fastify/schemas.ts';
import { noneMatchNames, tagOf } from './headers.ts';
import { type Caller, type Credential, callerOf } from './keys.ts';
import type { Patch } from './patch.ts';
import { notFound, type Refused } from './problems.ts';
import { beside, linkOf } from './query.ts';

// The yardstick on PostgreSQL: Fastify with its schemas and serialisers, and `pg` with a pool and named statements beneath it.

const invoices = openPgInvoices(argv[2]!);
const credential = {
  name: 'credential',
  text: 'SELECT shop, scopes, expires_at, revoked_at FROM credential WHERE hash = $1',
};
const version = { name: 'version', text: 'SELECT version FROM credential_version' };
const secret = { name: 'secret', text: `SELECT value FROM secret WHERE name = 'cursors'` };
const cursors = cursorsWith((await invoices.ask<{ value: Buffer }>(secret, []))[0]!.value);
const known = new Map<string, Caller>();
const versionNow = async (): Promise<unknown> => (await invoices.ask<{ version: number }>(version, []))[0]?.version;
let seen = await versionNow();
setInterval(async () => {
  const now = await versionNow();
  if (now !== seen) known.clear();
  seen = now;
}, 1000).unref();

function findCaller(key: string): Caller | undefined | Promise<Caller | undefined> {
  const caller = known.get(key);
  if (caller !== undefined) return caller.endsAt > Date.now() ? caller : undefined;
  return key.length > 512 ? undefined : lookUp(key);
}

async function lookUp(key: string): Promise<Caller | undefined> {
  const [found] = await invoices.ask<Credential>(credential, [hash('sha256', key)]);
  if (found === undefined || found.revoked_at !== null || found.expires_at <= Date.now()) return undefined;
  const caller = callerOf(found);
  if (known.size >= 10_000) known.clear();
  known.set(key, caller);
  return caller;
}

const { app, reads, writes } = openApp(findCaller);
const json = 'application/json';

app.get<{ Params: { id: string } }>(
  '/invoices/:id',
  { ...reads, schema: { querystring: noQuery, response: { 200: invoice } } },
  async (request, reply) => {
    const { id } = request.params;
    const row = isInvoiceId(id) ? await invoices.one(id, request.caller.shop) : undefined;
    if (row === undefined) return refuse(request, reply, notFound);
    const tag = tagOf(row.version);
    const noneMatch = request.headers['if-none-match'];
    reply.header('ETag', tag);
    if (noneMatch !== undefined && noneMatchNames(noneMatch, tag)) return reply.code(304).send();
    return reply.type(json).send(toInvoice(row));
  },
);

app.get<{ Querystring: { limit?: string; status?: string; cursor?: string } }>(
  '/invoices',
  { ...reads, schema: { querystring: listQuery, response: { 200: page } } },
  async (request, reply) => {
    const { shop } = request.caller;
    const { status, cursor } = request.query;
    const limit = Math.min(Number(request.query.limit ?? 25), 100);
    const from = cursor === undefined ? undefined : cursors.read(cursor, shop, status);
    if (cursor !== undefined && from === undefined) {
      const fields = [{ parameter: 'cursor', message: 'is no cursor of this list' }];
      return refuse(request, reply, { code: 'invalid', fields });
    }
    const rows = await invoices.page(shop, status, from, limit + 1);
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
  },
);

function answerWrite(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  outcome: Row | Refused,
): FastifyReply {
  if ('code' in outcome) return refuse(request, reply, outcome);
  if (status === 201) reply.header('Location', `/invoices/${outcome.id}`);
  return reply.code(status).header('ETag', tagOf(outcome.version)).type(json).send(toInvoice(outcome));
}

app.post<{ Body: Creation }>(
  '/invoices',
  { ...writes, schema: { querystring: noQuery, body: creation, response: { 201: invoice } } },
  async (request, reply) => answerWrite(request, reply, 201, await invoices.create(request.body, request.caller.shop)),
);

app.patch<{ Params: { id: string }; Body: Patch & Record<string, unknown> }>(
  '/invoices/:id',
  { ...writes, schema: { querystring: noQuery, body: patch, response: { 200: invoice } } },
  async (request, reply) => {
    const { id } = request.params;
    if (!isInvoiceId(id)) return refuse(request, reply, notFound);
    const match = request.headers['if-match'];
    return answerWrite(request, reply, 200, await invoices.update(id, request.body, request.caller.shop, match));
  },
);

console.log(`listening on ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
