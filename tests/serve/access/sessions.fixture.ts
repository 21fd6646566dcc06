import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../support/process.ts';
import type { Asked, Got, Served } from '../support/served.fixture.ts';

const document = readFileSync(join(root, 'tests/cases/bases/sessions.md'), 'utf8');
export const unlimited = document.replace('20 per minute', '2000 per minute');
export const day = 24 * 60 * 60_000;

/** The document with operations of operators, who have keys. */
export const administered = unlimited
  .replace('one of member, admin | default member; read-only', 'one of member, admin | default member')
  .replace(
    '\n### Idempotency',
    '| update User as appoint | PATCH | /users/{id} | `User(role)` | 200 `User` |\n| delete User as erase | DELETE | /users/{id} | | 204 |\n\n### Idempotency',
  )
  .replace('\n| Scope |', '| key | api key | header X-Key | key | |\n\n| Scope |')
  .replace('\n### Caller', '| operator | appoint, erase | |\n\n### Caller');

/** The document with the scheme sent elsewhere. */
export const sentIn = (place: string): string => unlimited.replace('header Authorization: Bearer', place);

/** Requests of people, by their sessions. */
export interface People {
  readonly served: Served;
  ask(line: string, body?: unknown, token?: string, headers?: Record<string, string>): Promise<Got>;
  signUp(name: string): Promise<string>;
  logIn(name: string, password?: string): Promise<string>;
}

export const passwordOf = (name: string): string => `password of ${name}`;

export function openPeople(served: Served): People {
  const ask: People['ask'] = (line, body, token, headers = {}) => {
    const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    const asked: Asked = { headers: { ...authorization, ...headers }, ...(body === undefined ? {} : { body }) };
    return served.ask(line, asked);
  };
  const post = async (line: string, name: string, password = passwordOf(name)): Promise<string> => {
    const got = await ask(line, { email: `${name}@example.com`, password });
    assert.ok(got.status < 300, got.text);
    return got.json.token;
  };
  return {
    served,
    ask,
    signUp: (name) => post('POST /users', name),
    logIn: (name, password) => post('POST /sessions', name, password),
  };
}
