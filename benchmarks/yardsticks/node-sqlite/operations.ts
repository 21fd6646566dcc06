import type { IncomingMessage } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { checkCreation, isInvoiceId } from '../checks.ts';
import { cursorsWith } from '../cursors.ts';
import { openGroup } from '../group.ts';
import { wantsJson } from '../headers.ts';
import { type Caller, type Credential, keyIn, openKeys } from '../keys.ts';
import { checkPatch } from '../patch.ts';
import {
  badCredential,
  type FieldError,
  lacksScope,
  noCredential,
  notAcceptable,
  notFound,
  type Refused,
} from '../problems.ts';
import { settings } from '../tables.ts';
import type { Answer } from './answer.ts';
import { readBody, refuseType } from './body.ts';
import { openReads } from './reads.ts';
import { openWrites } from './writes.ts';

/** What becomes of a request. */
export type Outcome = Answer | Refused;
/** Answers a request later. */
export type Later = (outcome: Outcome) => void;

/** The four operations on the invoices of a database. */
export interface Operations {
  /** Reads an invoice, or a page of them where no id is given. */
  read(request: IncomingMessage, id: string | undefined, query: string): Outcome;
  /** Changes an invoice, or creates one where no id is given; undefined where it is answered later. */
  write(request: IncomingMessage, id: string | undefined, query: string, later: Later): Outcome | undefined;
  close(): void;
}

type Work = () => { readonly answer: Outcome; readonly refused: boolean };

/** Opens the operations on the database at a path. */
export function openOperations(path: string): Operations {
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

  return { read, write, close: () => database.close() };
}
