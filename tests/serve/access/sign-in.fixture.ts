import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JWTPayload } from 'jose';
import { startIssuer, type TestIssuer } from '../../support/issuer.ts';
import { root } from '../../support/process.ts';
import { type Got, type Served, serveIn } from '../support/served.fixture.ts';

/** A document whose people sign in with issuers. */
export const signingIn = readFileSync(join(root, 'tests/cases/bases/accounts.md'), 'utf8').replace(
  '20 per minute',
  '2000 per minute',
);

export const ada = { sub: 'ada', email: 'ada@example.com', email_verified: true, name: 'Ada' };

/** A service whose people sign in with two issuers. */
export interface SigningIn {
  readonly served: Served;
  readonly google: TestIssuer;
  readonly work: TestIssuer;
  ask(line: string, body?: object, token?: string): Promise<Got>;
  start(issuer?: 'google' | 'work'): Promise<{ readonly address: string; readonly attempt: string }>;
  /** Starts a sign in, plays the person, and returns the body that ends it. */
  prepare(person: JWTPayload, issuer?: 'google' | 'work'): Promise<Record<string, string>>;
  /** Signs a person in. */
  signIn(person: JWTPayload, issuer?: 'google' | 'work'): Promise<Got>;
}

type Test = Parameters<typeof serveIn>[0];

/** Serves a document with two issuers until a test ends. */
export async function openSigningIn(
  t: Test,
  address: string,
  { document = signingIn, now, handlers }: { document?: string; now?: () => number; handlers?: unknown } = {},
): Promise<SigningIn> {
  const [google, work] = [await startIssuer(now), await startIssuer(now)];
  t.after(() => google.close());
  t.after(() => work.close());
  const settings = { signIn: { google: google.settings, work: work.settings } };
  return useSigningIn(await serveIn(t, document, settings, now, address, handlers), google, work);
}

/** Signs people in to a service. */
export function useSigningIn(served: Served, google: TestIssuer, work: TestIssuer): SigningIn {
  const ask: SigningIn['ask'] = (line, body, token) =>
    served.ask(line, {
      ...(body === undefined ? {} : { body }),
      headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    });
  const start: SigningIn['start'] = async (issuer = 'google') => {
    const got = await ask('POST /sign-in', { issuer });
    assert.equal(got.status, 200, got.text);
    return got.json;
  };
  const prepare: SigningIn['prepare'] = async (person, issuer = 'google') => {
    const { address, attempt } = await start(issuer);
    return { attempt, ...(issuer === 'google' ? google : work).signIn(address, person) };
  };
  return {
    ...{ served, google, work, ask, start, prepare },
    signIn: async (person, issuer) => ask('POST /sign-in/return', await prepare(person, issuer)),
  };
}
