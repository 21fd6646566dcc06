import { hash } from 'node:crypto';
import { argv } from 'node:process';
import Database from 'better-sqlite3';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { type Creation, isInvoiceId } from './checks.ts';
import { cursorsWith } from './cursors.ts';
import { openInvoices, type Row, toInvoice } from './fastify/invoices.ts';
import { problemsOf, Refusal, refuse } from './fastify/problems.ts';
import { creation, invoice, listQuery, noQuery, page, patch } from './fastify/schemas.ts';
import { create, update } from './fastify/writes.ts';
import { openGroup } from './group.ts';
import { noneMatchNames, tagOf, wantsJson } from './headers.ts';
import { parseJson } from './json.ts';
import { type Caller, type Credential, keyIn, openKeys } from './keys.ts';
import type { Patch } from './patch.ts';
import {
  badCredential,
  lacksScope,
  malformed,
  noCredential,
  notAcceptable,
  notFound,
  type Refused,
  tooLarge,
  unsupported,
} from './problems.ts';
import { beside, linkOf } from './query.ts';
import { settings } from './tables.ts';

// The yardstick with a framework: Fastify with its schemas and serialisers, better-sqlite3 beneath it.

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}

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

const app = fastify({
  bodyLimit: 65_536,
  requestTimeout: 10_000,
  keepAliveTimeout: 60_000,
  exposeHeadRoutes: true,
  forceCloseConnections: true,
  ajv: { customOptions: { allErrors: true, removeAdditional: false, coerceTypes: false, useDefaults: false } },
  routerOptions: { ignoreTrailingSlash: false },
});

app.removeAllContentTypeParsers();
const jsonTypes = ['application/json', 'application/merge-patch+json'];
app.addContentTypeParser<string>(jsonTypes, { parseAs: 'string' }, (_, text, done) => {
  const parsed = parseJson(text);
  if (parsed === undefined) done(new Refusal(malformed));
  else done(null, parsed.value);
});

app.setErrorHandler(
  (error: Error & { code?: string; validation?: never[]; validationContext?: string }, request, reply) => {
    if (error instanceof Refusal) return refuse(request, reply, error.refused);
    if (error.validation !== undefined) {
      const fields = problemsOf(error.validation, error.validationContext, request.body);
      return refuse(request, reply, { code: 'invalid', fields });
    }
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refuse(request, reply, tooLarge);
    if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return refuse(request, reply, wrongTypeOf(request));
    if (error.code === 'FST_ERR_BAD_URL') return refuse(request, reply, malformed);
    console.error(error);
    return refuse(request, reply, { code: 'broken' });
  },
);
app.setNotFoundHandler((request, reply) => {
  const known = /^\/invoices(\/[^/]+)?$/.exec(request.url.split('?')[0]!);
  if (known === null) return refuse(request, reply, notFound);
  const allow = known[1] === undefined ? 'GET, HEAD, POST, OPTIONS' : 'GET, HEAD, PATCH, OPTIONS';
  return refuse(request, reply, { code: 'method_not_allowed', headers: ['Allow', allow] });
});

function wrongTypeOf({ method }: FastifyRequest): Refused {
  if (method === 'PATCH') return unsupported('Accept-Patch', 'application/merge-patch+json, application/json');
  return unsupported('Accept', 'application/json');
}

/** Knows the caller and asks for a scope, before the body is read. */
function allowed(scope: 'reads' | 'writes') {
  const lacks = lacksScope(scope === 'reads' ? 'invoices:read' : 'invoices:write');
  const refusalFor = (request: FastifyRequest): Refused | undefined => {
    const { authorization, accept, 'content-type': type } = request.headers;
    const key = authorization === undefined ? undefined : keyIn(authorization);
    const caller = key === undefined ? undefined : keys.find(key);
    if (caller === undefined) return authorization === undefined ? noCredential : badCredential;
    request.caller = caller;
    if (!caller[scope]) return lacks;
    if (!wantsJson(accept)) return notAcceptable;
    const onlyForPatch = request.method === 'POST' && type?.startsWith('application/merge-patch+json') === true;
    return onlyForPatch ? wrongTypeOf(request) : undefined;
  };
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    reply.headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
    const refused = refusalFor(request);
    if (refused === undefined) done();
    else done(new Refusal(refused));
  };
}
app.decorateRequest('caller');

const reads = { onRequest: allowed('reads') };
const writes = { onRequest: allowed('writes') };
const json = 'application/json';

app.get<{ Params: { id: string } }>(
  '/invoices/:id',
  { ...reads, schema: { querystring: noQuery, response: { 200: invoice } } },
  (request, reply) => {
    const { id } = request.params;
    const row = isInvoiceId(id) ? invoices.one.get(id, request.caller.shop) : undefined;
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
  (request, reply) => {
    const { shop } = request.caller;
    const { status, cursor } = request.query;
    const limit = Math.min(Number(request.query.limit ?? 25), 100);
    const from = cursor === undefined ? undefined : cursors.read(cursor, shop, status);
    if (cursor !== undefined && from === undefined) {
      const fields = [{ parameter: 'cursor', message: 'is no cursor of this list' }];
      return refuse(request, reply, { code: 'invalid', fields });
    }
    const several = status?.includes(',') === true;
    const statements = status === undefined ? invoices.all : several ? invoices.ofStatuses : invoices.ofStatus;
    const filter = status === undefined ? [] : [several ? JSON.stringify(status.split(',')) : status];
    const rows =
      from === undefined
        ? statements.first.all(shop, ...filter, limit + 1)
        : statements[from.back ? 'before' : 'after'].all(shop, ...filter, from.createdAt, from.id, limit + 1);
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

/** A list's tag is that of its body. */
app.addHook<unknown>('onSend', (request, reply, payload, done) => {
  const listed = request.routeOptions.url === '/invoices' && reply.statusCode === 200 && typeof payload === 'string';
  done(null, listed ? tagged(request, reply, payload) : payload);
});

function tagged(request: FastifyRequest, reply: FastifyReply, text: string): string | null {
  const tag = `W/"${hash('sha256', text, 'base64url').slice(0, 16)}"`;
  reply.header('ETag', tag);
  const noneMatch = request.headers['if-none-match'];
  if (noneMatch === undefined || !noneMatchNames(noneMatch, tag)) return text;
  reply.code(304).removeHeader('Content-Type').removeHeader('Link');
  return null;
}

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
    (outcome) => {
      if ('code' in outcome) {
        refuse(request, reply, outcome);
        return;
      }
      if (status === 201) reply.header('Location', `/invoices/${outcome.id}`);
      reply.code(status).header('ETag', tagOf(outcome.version)).type(json).send(toInvoice(outcome));
    },
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
