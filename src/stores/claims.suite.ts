import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { shops } from '../../tests/support/plans.ts';
import type { CredentialRecord } from '../steps/caller.ts';
import { type OpenForTest, openShops } from './surroundings.suite.ts';

function credential(id: string, shop: string, more: Partial<CredentialRecord> = {}): CredentialRecord {
  const names = { kind: 'key' as const, scheme: 'shop_key', hash: `hash of ${id}`, subject: `someone at ${shop}` };
  return { id, ...names, scopes: ['read', "it's"], attributes: { shop, level: 3 }, createdAt: 5, ...more };
}

/** The tests of credentials and secrets that every store passes. */
export function claimsSuite(open: OpenForTest): void {
  describe('credentials and secrets', () => {
    test('a credential is found by its hash as it was made, and no other is', async (t) => {
      const { credentials } = await openShops(t, open);
      await credentials.create(credential('k1', 'north'));
      await credentials.create(credential('k2', 'south', { createdAt: 4, expiresAt: 90_000 }));
      assert.deepEqual(await credentials.find('hash of k1'), credential('k1', 'north'));
      assert.deepEqual(
        (await credentials.list()).map(({ id }) => id),
        ['k2', 'k1'],
      );
      assert.equal(await credentials.find('hash of k'), undefined);
      await assert.rejects(credentials.create(credential('k3', 'south', { hash: 'hash of k1' })));
      assert.equal((await credentials.list()).length, 2);
    });

    test('a credential is revoked once, and the version number grows when one is ended', async (t) => {
      const { credentials } = await openShops(t, open);
      const versions = [await credentials.version()];
      await credentials.create(credential('k1', 'north'));
      await credentials.create(credential('k2', 'south'));
      assert.equal(await credentials.revoke('k1', 77), true);
      versions.push(await credentials.version());
      assert.equal(await credentials.revoke('k2', 78), true);
      versions.push(await credentials.version());
      assert.equal(await credentials.revoke('k1', 78), false);
      assert.equal(await credentials.revoke('nobody', 78), false);
      assert.equal((await credentials.find('hash of k1'))?.revokedAt, 77);
      assert.equal((await credentials.find('hash of k2'))?.revokedAt, 78);
      assert.deepEqual(
        versions,
        [...new Set(versions)].sort((left, right) => left - right),
      );
    });

    test('uses are noted to the minute, many at once', async (t) => {
      const { credentials } = await openShops(t, open);
      await credentials.create(credential('k1', 'north'));
      await credentials.create(credential('k2', 'south'));
      await credentials.used(
        new Map([
          ['k1', 61_000],
          ['nobody', 5],
        ]),
      );
      assert.equal((await credentials.find('hash of k1'))?.lastUsedAt, 60_000);
      assert.equal((await credentials.find('hash of k2'))?.lastUsedAt, undefined);
    });

    test('a secret is made once and is the same when the store is opened again', async (t) => {
      const opened = await open(t, shops);
      const store = await opened();
      const secret = store.secret('cursors');
      assert.equal(secret.length, 32);
      assert.deepEqual(store.secret('cursors'), secret);
      assert.notDeepEqual(store.secret('others'), secret);
      await store.close();
      assert.deepEqual((await opened()).secret('cursors'), secret);
    });
  });
}
