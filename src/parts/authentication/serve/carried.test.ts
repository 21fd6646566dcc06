import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CredentialService, Verifier } from '../../../contracts/credentials.ts';
import type { Incoming } from '../../../contracts/request-context.ts';
import type { SchemePlan } from '../../../plan/plan.ts';
import { createNodePlatform } from '../../../serve/platform-node.ts';
import { isToken } from '../../../serve/verifying/issuers.ts';
import { createCarriers } from './carried.ts';
import { makeKey } from './credentials/keys.ts';
import { createVerifiers } from './verifiers.ts';

const sentIn = [{ in: 'header', name: 'Authorization', word: 'Bearer' }] as const;
const schemes: readonly SchemePlan[] = [
  { name: 'staff', kind: 'jwt', sentIn, line: 1 },
  { name: 'shop.north.v1', kind: 'api key', sentIn, line: 2 },
  { name: 'shop.south.v1', kind: 'api key', sentIn, line: 3 },
];
const staff: Verifier = { scheme: 'staff', fits: isToken, find: () => undefined };

test('a key is known by the name of its scheme, dots and all, wherever a scheme of tokens stands', () => {
  const platform = createNodePlatform({ info() {}, warn() {}, error() {} });
  const verifiers = [...createVerifiers({ schemes, keys: {} as CredentialService }), staff];
  const [place, ...others] = createCarriers(schemes, verifiers);
  assert.deepEqual(others, []);
  const schemeOf = (text: string): string | undefined => {
    const incoming = { header: () => `Bearer ${text}`, headerCount: () => 1 } as unknown as Incoming;
    const sent = place!.read(incoming);
    return sent === false || sent === undefined ? undefined : sent.verifier.scheme;
  };
  for (const { name } of schemes.slice(1)) assert.equal(schemeOf(makeKey(platform, name).key), name);
  assert.equal(schemeOf('a.b.c'), 'staff');
  assert.equal(schemeOf('shop.north.v1'), 'staff');
  assert.equal(schemeOf('a.b'), undefined);
});
