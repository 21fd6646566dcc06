import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { argv } from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { checkCreation, isInvoiceId } from './checks.ts';
import { cursorsWith } from './cursors.ts';
import { openGroup } from './group.ts';
import { wantsJson } from './headers.ts';
import { type Caller, type Credential, keyIn, openKeys } from './keys.ts';
import { type Answer, refusalAnswer, send } from './node-sqlite/answer.ts';
import { mostBytes, readBody, refuseType } from './node-sqlite/body.ts';
import { openReads } from './node-sqlite/reads.ts';
import { openWrites } from './node-sqlite/writes.ts';
import { checkPatch } from './patch.ts';
import {
  badCredential,
  type FieldError,
  lacksScope,
  noCredential,
  notAcceptable,
  notFound,
  type Refused,
  tooLarge,
} from './problems.ts';
import { settings } from './tables.ts';

// The hand-written yardstick: node:http and node:sqlite, and nothing between them but what the operations need.

const path = argv[2]!;
const database = new DatabaseSync(path);
database.exec(settings);
const findKey = database.prepare('SELECT shop, scopes, expires_at, revoked_at FROM credential WHERE hash = ?');
const dataVersion = database.prepare('PRAGMA data_version');
const keys = openKeys(
  (hash) => findKey.get(hash) as unknown as Credential | undefined,
  () => dataVersion.get()?.data_version,
);
const secret = database.prepare(`SELECT value FROM secret WHERE name = 'cursors'`).get()?.value as Uint8Array;
const reads = openReads(database, cursorsWith(secret));
const writes = openWrites(database);
const [begin, commit, rollback] = ['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK'].map((text) => database.prepare(text));
const group = openGroup<Answer | Refused>(path, {
  begin: () => begin!.run(),
  commit: () => commit!.run(),
  rollback: () => rollback!.run(),
  open: () => database.isTransaction,
});

const lacksReading = lacksScope('invoices:read');
const lacksWriting = lacksScope('invoices:write');

type Outcome = Answer | Refused;
/** Answers a request later. */
type Later = (outcome: Outcome) => void;

function handle(request: IncomingMessage, response: ServerResponse): void {
  const later = (outcome: Outcome): void => {
    if (outcome === tooLarge || endless(request)) response.shouldKeepAlive = false;
    send(response, 'code' in outcome ? refusalAnswer(outcome, request) : outcome);
  };
  const outcome = route(request, later);
  if (outcome !== undefined) later(outcome);
}

/** Whether more may still come of a body that nobody has read than is worth reading on. */
function endless(request: IncomingMessage): boolean {
  return (
    !request.complete && request.method !== 'GET' && !(Number(request.headers['content-length'] ?? 0) <= mostBytes)
  );
}

function route(request: IncomingMessage, later: Later): Outcome | undefined {
  const url = request.url!;
  const mark = url.indexOf('?');
  const place = mark === -1 ? url : url.slice(0, mark);
  const query = mark === -1 ? '' : url.slice(mark + 1);
  const ofOne = place.startsWith('/invoices/') && place.indexOf('/', 10) === -1 && place.length > 10;
  if (!ofOne && place !== '/invoices') return notFound;
  const { method } = request;
  if (method === 'GET') return read(request, ofOne ? place.slice(10) : undefined, query);
  if (ofOne && method === 'PATCH') return write(request, place.slice(10), query, later);
  if (!ofOne && method === 'POST') return write(request, undefined, query, later);
  const allow = ofOne ? 'GET, HEAD, PATCH, OPTIONS' : 'GET, HEAD, POST, OPTIONS';
  return { code: 'method_not_allowed', headers: ['Allow', allow] };
}

function callerOf(request: IncomingMessage): Caller | Refused {
  const { authorization } = request.headers;
  if (authorization === undefined) return noCredential;
  const key = keyIn(authorization);
  return (key === undefined ? undefined : keys.find(key)) ?? badCredential;
}

function read(request: IncomingMessage, id: string | undefined, query: string): Outcome {
  const caller = callerOf(request);
  if ('code' in caller) return caller;
  if (!caller.reads) return lacksReading;
  const { headers } = request;
  if (!wantsJson(headers.accept)) return notAcceptable;
  const noneMatch = headers['if-none-match'];
  if (id === undefined) return reads.list(query, caller, noneMatch);
  const fields = query === '' ? [] : unknownParameters(query);
  if (fields.length > 0) return { code: 'invalid', fields };
  return isInvoiceId(id) ? reads.read(id, caller, noneMatch) : notFound;
}

function write(request: IncomingMessage, id: string | undefined, query: string, later: Later): Outcome | undefined {
  const caller = callerOf(request);
  if ('code' in caller) return caller;
  if (!caller.writes) return lacksWriting;
  if (!wantsJson(request.headers.accept)) return notAcceptable;
  const wrongType = refuseType(request);
  if (wrongType !== undefined) return wrongType;
  return readBody(request, later, (body) => {
    const fields = query === '' ? [] : unknownParameters(query);
    const work = id === undefined ? creation(body, caller, fields) : update(id, body, caller, fields, request);
    if (work === undefined) later(fields.length > 0 ? { code: 'invalid', fields } : notFound);
    else group.write(work, later, (error) => fail(error, later));
  });
}

type Work = () => { readonly answer: Outcome; readonly refused: boolean };

/** What is to be done in the transaction; undefined when there is something wrong with the request. */
function creation(body: unknown, caller: Caller, fields: FieldError[]): Work | undefined {
  if (!checkCreation(body, fields)) return undefined;
  return () => settled(writes.create(body, caller));
}

function update(
  id: string,
  body: unknown,
  caller: Caller,
  fields: FieldError[],
  request: IncomingMessage,
): Work | undefined {
  if (!checkPatch(body, fields) || !isInvoiceId(id)) return undefined;
  return () => settled(writes.update(id, body, caller, request.headers['if-match']));
}

function settled(answer: Outcome): ReturnType<Work> {
  return { answer, refused: 'code' in answer };
}

function fail(error: unknown, later: Later): void {
  console.error(error);
  later({ code: 'broken' });
}

function unknownParameters(query: string): FieldError[] {
  const names = query.split('&').filter((part) => part !== '');
  return names.map((part) => ({ parameter: part.split('=')[0]!, message: 'is not a known parameter' }));
}

const server = createServer({ requestTimeout: 10_000, keepAliveTimeout: 60_000, maxHeaderSize: 16_384 }, handle);
server.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once('SIGTERM', () => {
  server.close(() => {
    database.close();
    process.exit(0);
  });
  server.closeAllConnections();
});
