import { argv } from 'node:process';
import Database from 'better-sqlite3';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Creation, isInvoiceId } from './checks.ts';
import { cursorsWith } from './cursors.ts';
import { askedOf, type ListQuery, sendInvoice, sendPage, sendWritten } from './fastify/answers.ts';
import { openApp } from './fastify/app.ts';
import { openInvoices, type Row } from './fastify/invoices.ts';
import { refuse } from './fastify/problems.ts';
import { creation, invoice, listQuery, noQuery, page, patch } from './fastify/schemas.ts';
import { create, update } from './fastify/writes.ts';
import { openGroup } from './group.ts';
import { type Credential, openKeys } from './keys.ts';
import type { Patch } from './patch.ts';
import { notFound, type Refused } from './problems.ts';
import { settings } from './tables.ts';

// The yardstick with a framework: Fastify with its schemas and serialisers, better-sqlite3 beneath it.

const path = argv[2]!;
const database = new Database(path);
database.exec(settings);
const findKey = database.prepare<[hash: string], Credential>(
  'SELECT shop, scopes, expires_at, revoked_at FROM credential WHERE hash = ?',
);
const keys = openKeys(
  (text) => findKey.get(text),
  () => database.pragma('data_version', { simple: true }),
);
const secret = database.prepare(`SELECT value FROM secret WHERE name = 'cursors'`).pluck().get() as Buffer;
const cursors = cursorsWith(secret);
const invoices = openInvoices(database);
const [begin, commit, rollback] = ['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK'].map((text) => database.prepare(text));
const group = openGroup<Row | Refused>(path, {
  begin: () => begin!.run(),
  commit: () => commit!.run(),
  rollback: () => rollback!.run(),
  open: () => database.inTransaction,
});

const { app, reads, writes } = openApp((key) => keys.find(key));

app.get<{ Params: { id: string } }>(
  '/invoices/:id',
  { ...reads, schema: { querystring: noQuery, response: { 200: invoice } } },
  (request, reply) => {
    const { id } = request.params;
    const row = isInvoiceId(id) ? invoices.one.get(id, request.caller.shop) : undefined;
    return sendInvoice(request, reply, row);
  },
);

app.get<{ Querystring: ListQuery }>(
  '/invoices',
  { ...reads, schema: { querystring: listQuery, response: { 200: page } } },
  (request, reply) => {
    const asked = askedOf(request.caller, request.query, cursors);
    if ('code' in asked) return refuse(request, reply, asked);
    const { shop, status, from, limit } = asked;
    const several = status?.includes(',') === true;
    const statements = status === undefined ? invoices.all : several ? invoices.ofStatuses : invoices.ofStatus;
    const filter = status === undefined ? [] : [several ? JSON.stringify(status.split(',')) : status];
    const rows =
      from === undefined
        ? statements.first.all(shop, ...filter, limit + 1)
        : statements[from.back ? 'before' : 'after'].all(shop, ...filter, from.createdAt, from.id, limit + 1);
    return sendPage(request, reply, asked, rows, cursors);
  },
);

function answerWrite(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  work: () => Row | Refused,
): FastifyReply {
  group.write(
    () => {
      const answer = work();
      return { answer, refused: 'code' in answer };
    },
    (outcome) => void sendWritten(request, reply, status, outcome),
    (error) => {
      console.error(error);
      refuse(request, reply, { code: 'broken' });
    },
  );
  return reply;
}

app.post<{ Body: Creation }>(
  '/invoices',
  { ...writes, schema: { querystring: noQuery, body: creation, response: { 201: invoice } } },
  (request, reply) => {
    answerWrite(request, reply, 201, () => create(invoices, request.body, request.caller));
  },
);

app.patch<{ Params: { id: string }; Body: Patch & Record<string, unknown> }>(
  '/invoices/:id',
  { ...writes, schema: { querystring: noQuery, body: patch, response: { 200: invoice } } },
  (request, reply) => {
    const { id } = request.params;
    if (!isInvoiceId(id)) return refuse(request, reply, notFound);
    const match = request.headers['if-match'];
    answerWrite(request, reply, 200, () => update(invoices, id, request.body, request.caller, match));
  },
);

console.log(`listening on ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
