import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import type { TokenSigner } from '../../../src/contracts/sessions/tokens.ts';
import type { Store } from '../../../src/contracts/store.ts';
import { createNodePlatform } from '../../../src/serve/platform-node.ts';
import { openSigner } from '../../../src/serve/verifying/signer.ts';
import { computeMaxTokenLifetime, publishBeforeUseMs, rotateKeys } from '../../../src/serve/verifying/signing-keys.ts';
import { bothStores } from '../support/both-stores.fixture.ts';
import { planOfNotes } from './tokens.fixture.ts';

const start = Date.UTC(2026, 0, 15, 12);
const lifetime = 300_000;
const hostAt = (now: number) => ({ ...createNodePlatform({ info() {}, warn() {}, error() {} }), now: () => now });
const host = hostAt(start);
const signer = (store: Store, base = '') =>
  openSigner({ plan: planOfNotes(['machine']), store, platform: host, base })!;
const claims = { iss: 'notes', sub: 'x', exp: start / 1000 + 60 };
const sign = async (of: TokenSigner, now: number): Promise<string> => {
  await of.ready(now);
  return of.sign(claims, now);
};

async function verify(token: string, published: string): Promise<unknown> {
  const keys = createLocalJWKSet(JSON.parse(published));
  const { payload } = await jwtVerify(token, keys, {
    typ: 'at+jwt',
    algorithms: ['RS256'],
    currentDate: new Date(start),
  });
  return payload;
}

test('the keys stay published as long as the longest signed token', () => {
  assert.equal(computeMaxTokenLifetime(planOfNotes(['machine', 'partner'])), lifetime);
  assert.equal(computeMaxTokenLifetime(planOfNotes(['partner'])), undefined);
});

for (const [name, open] of bothStores) {
  test(`${name}: what one instance signs holds by the keys that another publishes, also where both begin at once`, async (t) => {
    const opened = await open(t, planOfNotes(['machine']));
    const [left, right] = [signer(await opened()), signer(await opened())];
    const tokens = await Promise.all([sign(left, start), sign(right, start)]);
    const published = await left.publicKeys(start);
    assert.equal(await right.publicKeys(start), published);
    assert.equal(JSON.parse(published).keys.length, 1);
    for (const token of tokens) assert.deepEqual(await verify(token, published), claims);
    assert.equal(left.issuer, right.issuer);
    assert.match(left.issuer, /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test(`${name}: no half of a key that is secret is published`, async (t) => {
    const store = await (await open(t, planOfNotes(['machine'])))();
    const [key] = JSON.parse(await signer(store).publicKeys(start)).keys;
    assert.deepEqual(Object.keys(key).sort(), ['alg', 'e', 'kid', 'kty', 'n', 'use']);
  });

  test(`${name}: a key that follows another is published before it signs, and the older one until its tokens have ended`, async (t) => {
    const store = await (await open(t, planOfNotes(['machine'])))();
    const tokenSigner = signer(store);
    const kidAt = async (now: number) => decodeProtectedHeader(await sign(tokenSigner, now)).kid;
    const publishedAt = async (now: number) =>
      JSON.parse(await tokenSigner.publicKeys(now)).keys.map(({ kid }: { kid: string }) => kid);
    const first = await kidAt(start);
    await rotateKeys(store, hostAt(start), lifetime, false);
    const soon = start + 60_000;
    const [, second] = await publishedAt(soon);
    assert.equal(await kidAt(soon), first);
    const turned = start + publishBeforeUseMs;
    assert.equal(await kidAt(turned), second);
    assert.deepEqual(await publishedAt(turned + lifetime), [first, second]);
    const over = turned + lifetime + publishBeforeUseMs + 1;
    assert.deepEqual(await publishedAt(over), [second]);
    const stored = await rotateKeys(store, hostAt(over), lifetime, false);
    assert.equal(stored.length, 2);
    assert.equal(stored[0]!.key.kid, second);
  });

  test(`${name}: at once, the key that follows is the only one`, async (t) => {
    const store = await (await open(t, planOfNotes(['machine'])))();
    await signer(store).publicKeys(start);
    const stored = await rotateKeys(store, host, lifetime, true);
    assert.equal(stored.length, 1);
    const token = await sign(signer(store), start);
    assert.equal(decodeProtectedHeader(token).kid, stored[0]!.key.kid);
  });
}
