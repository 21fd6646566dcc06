import { hash } from 'node:crypto';
import { argv } from 'node:process';
import { type Creation, isInvoiceId } from './checks.ts';
import { cursorsWith } from './cursors.ts';
import { askedOf, type ListQuery, sendInvoice, sendPage, sendWritten } from './fastify/answers.ts';
import { openApp } from './fastify/app.ts';
import { openPgInvoices } from './fastify/invoices-pg.ts';
import { refuse } from './fastify/problems.ts';
import { creation, invoice, listQuery, noQuery, page, patch } from './fastify/schemas.ts';
import { type Caller, type Credential, callerOf } from './keys.ts';
import type { Patch } from './patch.ts';
import { notFound } from './problems.ts';

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

app.get<{ Params: { id: string } }>(
  '/invoices/:id',
  { ...reads, schema: { querystring: noQuery, response: { 200: invoice } } },
  async (request, reply) => {
    const { id } = request.params;
    const row = isInvoiceId(id) ? await invoices.one(id, request.caller.shop) : undefined;
    return sendInvoice(request, reply, row);
  },
);

app.get<{ Querystring: ListQuery }>(
  '/invoices',
  { ...reads, schema: { querystring: listQuery, response: { 200: page } } },
  async (request, reply) => {
    const asked = askedOf(request.caller, request.query, cursors);
    if ('code' in asked) return refuse(request, reply, asked);
    const { shop, status, from, limit } = asked;
    return sendPage(request, reply, asked, await invoices.page(shop, status, from, limit + 1), cursors);
  },
);

app.post<{ Body: Creation }>(
  '/invoices',
  { ...writes, schema: { querystring: noQuery, body: creation, response: { 201: invoice } } },
  async (request, reply) => sendWritten(request, reply, 201, await invoices.create(request.body, request.caller.shop)),
);

app.patch<{ Params: { id: string }; Body: Patch & Record<string, unknown> }>(
  '/invoices/:id',
  { ...writes, schema: { querystring: noQuery, body: patch, response: { 200: invoice } } },
  async (request, reply) => {
    const { id } = request.params;
    if (!isInvoiceId(id)) return refuse(request, reply, notFound);
    const match = request.headers['if-match'];
    return sendWritten(request, reply, 200, await invoices.update(id, request.body, request.caller.shop, match));
  },
);

console.log(`listening on ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
