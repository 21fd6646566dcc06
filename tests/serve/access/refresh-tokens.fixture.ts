import assert from 'node:assert/strict';
import type { Got, Served } from '../support/served.fixture.ts';
import { recorded } from './session-records.fixture.ts';
import { openPeople, passwordOf, unlimited } from './sessions.fixture.ts';

/** The scheme with refresh tokens: credentials last 15 minutes, sessions 90 days. */
const withScheme = (text: string): string =>
  text
    .replace(
      '| Scheme | Kind | Sent in | Credential | Lifetime |\n| --- | --- | --- | --- | --- |',
      '| Scheme | Kind | Sent in | Credential | Lifetime | Refresh |\n| --- | --- | --- | --- | --- | --- |',
    )
    .replace('| token | 30 days |', '| token | 15 minutes | 90 days |');

/** A document of people who log in, with refresh tokens. */
const withRefresh = (text: string): string =>
  withScheme(text)
    .replace(
      '`User(id, email, role, token: credential)`',
      '`User(id, email, role, token: credential, refresh_token: refresh token)`',
    )
    .replace(
      '200 `{ token: credential }` |\n',
      '200 `{ token: credential, refresh_token: refresh token }` |\n| refresh User | POST | /refresh | `{ refresh_token: refresh token }` | 200 `{ access_token: credential, token_type: "Bearer", expires_in: 900, refresh_token: refresh token }` |\n',
    )
    .replace('| public | create User, log in User |', '| public | create User, log in User, refresh User |');

/** Sessions that are credentials alone. */
export const refreshed = withRefresh(unlimited);
/** Sessions that are records. */
export const refreshedRecords = withRefresh(recorded);

/** The same, with sessions that end after half an hour without a request. */
export const withIdle = (text: string): string =>
  text
    .replace('| Lifetime | Refresh |\n| --- |', '| Lifetime | Refresh | Idle |\n| --- | --- |')
    .replace('| 15 minutes | 90 days |', '| 15 minutes | 90 days | 30 minutes |');

/** The tokens of a response. */
export interface Tokens {
  readonly status: number;
  readonly token: string;
  readonly refresh: string;
}

/** Requests of people whose sessions have refresh tokens. */
export function openRefreshing(served: Served) {
  const { ask } = openPeople(served);
  const toTokens = ({ status, json }: Got): Tokens => ({
    status,
    token: json.token ?? json.access_token,
    refresh: json.refresh_token,
  });
  const post = async (line: string, name: string): Promise<Tokens> => {
    const got = await ask(line, { email: `${name}@example.com`, password: passwordOf(name) });
    assert.ok(got.status < 300, got.text);
    return toTokens(got);
  };
  const out = served.plan.operations.find(({ name }) => name === 'log out User')!;
  return {
    served,
    ask,
    signUp: (name: string) => post('POST /users', name),
    logIn: (name: string) => post('POST /sessions', name),
    refresh: async (text: string): Promise<Tokens> => toTokens(await ask('POST /refresh', { refresh_token: text })),
    works: async (token: string): Promise<boolean> => (await ask('GET /me', undefined, token)).status === 200,
    logOut: (token: string) => ask(`${out.method} ${out.path}`, undefined, token),
  };
}
