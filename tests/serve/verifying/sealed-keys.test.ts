import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import type { Cipher } from '../../../src/contracts/platform.ts';
import type { Claims, TokenSigner } from '../../../src/contracts/sessions/tokens.ts';
import type { Store } from '../../../src/contracts/store.ts';
import { createCipher, createNodePlatform } from '../../../src/serve/platform-node.ts';
import { needReadableKeys, withEncryptedKeys } from '../../../src/serve/verifying/sealed-keys.ts';
import { openSigner } from '../../../src/serve/verifying/signer.ts';
import { rotateKeys, writeKeysAgain } from '../../../src/serve/verifying/signing-keys.ts';
import { bothStores } from '../support/both-stores.fixture.ts';
import { planOfNotes } from './tokens.fixture.ts';

const platform = createNodePlatform({ info() {}, warn() {}, error() {} });
const plan = planOfNotes(['machine']);
const lifetime = 300_000;
const [older, newer] = ['the key that was here first', 'the key that came after it'];

const signer = (store: Store, cipher?: Cipher) =>
  openSigner({ plan, store: withEncryptedKeys(store, cipher), platform, base: '' })!;
const sign = async (of: TokenSigner, claims: Claims): Promise<string> => {
  await of.ready(platform.now());
  return of.sign(claims, platform.now());
};

for (const [name, open] of bothStores) {
  test(`${name}: with a cipher the keys that sign tokens lie encrypted, and every instance that has it signs with them`, async (t) => {
    const opened = await open(t, plan);
    const [left, right] = [await opened(), await opened()];
    const tokens: string[] = [];
    for (const [store, shop] of [
      [left, 'north'],
      [right, 'south'],
    ] as const) {
      tokens.push(await sign(signer(store, createCipher(older)), { iss: 'notes', shop }));
    }
    const published = await signer(right, createCipher(older)).publicKeys(platform.now());
    const [first] = JSON.parse(published).keys;
    const keys = createLocalJWKSet(JSON.parse(published));
    for (const [i, shop] of ['north', 'south'].entries()) {
      assert.equal((await jwtVerify(tokens[i]!, keys)).payload.shop, shop);
      assert.equal(decodeProtectedHeader(tokens[i]!).kid, first.kid);
    }
    await rotateKeys(withEncryptedKeys(left, createCipher(older)), platform, lifetime, false);
    const kept = await left.signingKeys.list();
    assert.equal(kept.length, 2);
    for (const text of kept) assert.ok(!text.includes(first.kid) && !text.includes('"d"'), text);
  });

  test(`${name}: without the cipher, or with another, the keys cannot be read, and none takes their place`, async (t) => {
    const store = await (await open(t, plan))();
    await signer(store, createCipher(older)).publicKeys(platform.now());
    const kept = await store.signingKeys.list();
    for (const [cipher, why] of [
      [undefined, /encrypted, and NONET_SECRET_KEY is not set/],
      [createCipher(newer), /NONET_SECRET_KEY is not what it was encrypted with/],
    ] as const) {
      await assert.rejects(needReadableKeys(plan, withEncryptedKeys(store, cipher)), why);
      await assert.rejects(sign(signer(store, cipher), { iss: 'notes' }), why);
      await needReadableKeys(planOfNotes(['partner']), withEncryptedKeys(store, cipher));
    }
    assert.deepEqual(await store.signingKeys.list(), kept);
  });

  test(`${name}: keys that were kept plain, or under the key before, are written anew under the present one`, async (t) => {
    const store = await (await open(t, plan))();
    const published = await signer(store).publicKeys(platform.now());
    for (const cipher of [createCipher(older), createCipher(newer, older)]) {
      assert.equal(await signer(store, cipher).publicKeys(platform.now()), published);
      assert.equal(await writeKeysAgain(withEncryptedKeys(store, cipher)), 1);
    }
    assert.equal(await signer(store, createCipher(newer)).publicKeys(platform.now()), published);
    await assert.rejects(signer(store, createCipher(older)).publicKeys(platform.now()));
  });
}
