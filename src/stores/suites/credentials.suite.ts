import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { shops } from '../../../tests/support/plans.ts';
import type { CredentialRecord } from '../../contracts/caller.ts';
import { type OpenForTest, openShops } from './surroundings.suite.ts';

function credential(id: string, shop: string, more: Partial<CredentialRecord> = {}): CredentialRecord {
  const names = { kind: 'key' as const, scheme: 'shop_key', hash: `hash of ${id}`, subject: `someone at ${shop}` };
  return { id, ...names, scopes: ['read', "it's"], attributes: { shop, level: 3 }, createdAt: 5, ...more };
}

/** The tests of credentials and secrets that every store passes. */
export function credentialsSuite(open: OpenForTest): void {
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

    test('of several first credentials that are created at once one is, and none beside another', async (t) => {
      const { credentials } = await openShops(t, open);
      const ids = ['k1', 'k2', 'k3', 'k4'];
      const created = await Promise.all(ids.map((id) => credentials.createFirst(credential(id, 'north'))));
      assert.equal(created.filter((isCreated) => isCreated).length, 1);
      assert.deepEqual(
        (await credentials.list()).map(({ id }) => id),
        [ids[created.indexOf(true)]],
      );
      assert.equal(await credentials.createFirst(credential('k5', 'south')), false);
      assert.equal((await credentials.list()).length, 1);
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

    test('a credential, or all secrets of a client, ends at a moment unless it ends before, and the version number grows', async (t) => {
      const store = await openShops(t, open);
      const { credentials } = store;
      const ends: Record<string, Partial<CredentialRecord>> = {
        endless: {},
        early: { expiresAt: 40 },
        late: { expiresAt: 90_000 },
        secret: { kind: 'secret', client: 'acme' },
        older: { kind: 'secret', client: 'acme', expiresAt: 40 },
        token: { kind: 'token', client: 'acme' },
        other: { kind: 'secret', client: 'acme2' },
      };
      for (const [id, more] of Object.entries(ends)) await credentials.create(credential(id, 'north', more));
      await credentials.create(credential('south', 'south'));
      const before = await credentials.version();
      for (const id of ['endless', 'early', 'late', 'acme', 'nobody']) {
        await store.write(async ({ credentials: inside }) => {
          await inside.shorten(id, 500);
          return { result: undefined, undo: false };
        });
      }
      assert.ok((await credentials.version()) > before);
      const found = (await credentials.list()).map(({ id, expiresAt }) => [id, expiresAt]);
      assert.deepEqual(Object.fromEntries(found), {
        endless: 500,
        early: 40,
        late: 500,
        secret: 500,
        older: 40,
        token: undefined,
        other: undefined,
        south: undefined,
      });
    });

    test('credentials are listed in the order in which they were made, without tokens or no more than are asked for', async (t) => {
      const { credentials } = await openShops(t, open);
      for (const [id, shop, kind, createdAt] of [
        ['s2', 'south', 'secret', 4],
        ['t1', 'north', 'token', 2],
        ['k1', 'north', 'key', 3],
        ['t2', 'south', 'token', 1],
      ] as const) {
        await credentials.create(credential(id, shop, { kind, createdAt }));
      }
      const listed = async (of?: Parameters<typeof credentials.list>[0]): Promise<string[]> =>
        (await credentials.list(of)).map(({ id }) => id);
      assert.deepEqual(await listed(), ['t2', 't1', 'k1', 's2']);
      assert.deepEqual(await listed({ tokens: false }), ['k1', 's2']);
      assert.deepEqual(await listed({ most: 3 }), ['t2', 't1', 'k1']);
      assert.deepEqual(await listed({ tokens: false, most: 1 }), ['k1']);
    });

    test('whether a credential holds is told inside a transaction', async (t) => {
      const store = await openShops(t, open);
      const { credentials } = store;
      await credentials.create(credential('endless', 'north'));
      await credentials.create(credential('short', 'south', { expiresAt: 500 }));
      await credentials.create(credential('revoked', 'south'));
      await credentials.revoke('revoked', 77);
      const told = await store.write(async ({ credentials: inside }) => {
        const ids = ['endless', 'short', 'revoked', 'nobody'];
        const at = async (now: number): Promise<boolean[]> =>
          Promise.all(ids.map(async (id) => (await inside.held(id, now)) !== undefined));
        return { result: [await at(499), await at(500)], undo: true };
      });
      assert.deepEqual(told, [
        [true, true, false, false],
        [true, false, false, false],
      ]);
    });

    test('a token that is given while its client is being ended is ended along with it, or is not given', async (t) => {
      const store = await openShops(t, open);
      const { credentials } = store;
      for (let round = 0; round < 20; round++) {
        const client = `acme ${round}`;
        await credentials.create(credential(`secret ${round}`, 'north', { kind: 'secret', client }));
        const give = store.write(async ({ credentials: inside }) => {
          if ((await inside.held(`secret ${round}`, 10)) === undefined) return { result: false, undo: true };
          await inside.create(credential(`token ${round}`, 'north', { kind: 'token', client }));
          return { result: true, undo: false };
        });
        const [given, ended] = await Promise.all([give, credentials.revoke(client, 20)]);
        assert.ok(ended);
        const token = await credentials.find(`hash of token ${round}`);
        assert.equal(token?.revokedAt, given ? 20 : undefined);
      }
    });

    test('the rights of a key, or of a client with its secrets and then its tokens, change in place; those of others and of ended ones stay', async (t) => {
      const { credentials } = await openShops(t, open);
      await credentials.create(credential('k1', 'north'));
      await credentials.create(credential('k2', 'south'));
      const ofAcme = { client: 'acme' };
      await credentials.create(credential('t1', 'south', { ...ofAcme, kind: 'token', expiresAt: 500 }));
      await credentials.create(credential('s1', 'south', { ...ofAcme, kind: 'secret' }));
      await credentials.create(credential('over', 'south', { ...ofAcme, kind: 'token', expiresAt: 50 }));
      await credentials.create(credential('s2', 'south', { ...ofAcme, kind: 'secret' }));
      await credentials.revoke('s2', 60);
      const before = await credentials.version();
      const told: string[] = [];
      const to = (record: CredentialRecord, earlier: readonly CredentialRecord[]) => {
        told.push(`${record.id} after ${earlier.map(({ id }) => id).join()}`);
        return { scopes: ['read', "it's"].slice(0, 1), attributes: { ...record.attributes, plan: 'pro' } };
      };
      const now = { scopes: ['read'], attributes: { shop: 'south', level: 3, plan: 'pro' } };
      assert.deepEqual(await credentials.change('k1', 100, to), [
        credential('k1', 'north', { ...now, attributes: { ...now.attributes, shop: 'north' } }),
      ]);
      assert.deepEqual(
        (await credentials.change('acme', 100, to)).map(({ id }) => id),
        ['s1', 't1'],
      );
      assert.deepEqual(told, ['k1 after ', 's1 after ', 't1 after s1']);
      assert.deepEqual((await credentials.find('hash of t1'))?.scopes, ['read']);
      assert.deepEqual(
        await credentials.find('hash of s1'),
        credential('s1', 'south', { ...ofAcme, kind: 'secret', ...now }),
      );
      for (const id of ['k2', 'over', 's2']) {
        assert.deepEqual((await credentials.find(`hash of ${id}`))?.scopes, ['read', "it's"], id);
      }
      const after = await credentials.version();
      assert.ok(after > before);
      assert.deepEqual(await credentials.change('s2', 100, to), []);
      assert.deepEqual(await credentials.change('nobody', 100, to), []);
      assert.equal(await credentials.version(), after);
    });

    test('of changes that happen at once each sees the one before it, and a token that is given meanwhile has the rights of its client', async (t) => {
      const store = await openShops(t, open);
      const { credentials } = store;
      await credentials.create(credential('k1', 'north', { scopes: [] }));
      const names = Array.from({ length: 20 }, (_, at) => `scope ${at}`);
      await Promise.all(
        names.map((name) =>
          credentials.change('k1', 10, ({ scopes, attributes }) => ({ scopes: [...scopes, name], attributes })),
        ),
      );
      assert.deepEqual((await credentials.find('hash of k1'))!.scopes.toSorted(), names.toSorted());
      for (let round = 0; round < 20; round++) {
        const client = `acme ${round}`;
        await credentials.create(credential(`secret ${round}`, 'north', { kind: 'secret', client }));
        const give = store.write(async ({ credentials: inside }) => {
          const held = await inside.held(`secret ${round}`, 10);
          await inside.create(credential(`token ${round}`, 'north', { kind: 'token', client, ...held }));
          return { result: undefined, undo: false };
        });
        await Promise.all([give, credentials.change(client, 10, ({ attributes }) => ({ scopes: [], attributes }))]);
        assert.deepEqual((await credentials.find(`hash of token ${round}`))?.scopes, []);
      }
    });

    test('what is made, ended or shortened in a transaction that is undone is as it was', async (t) => {
      const store = await openShops(t, open);
      const { credentials } = store;
      for (const [id, shop] of [
        ['k1', 'north'],
        ['k2', 'south'],
      ] as const) {
        await credentials.create(credential(id, shop));
      }
      const before = await credentials.version();
      await store.write(async ({ credentials: inside }) => {
        await inside.create(credential('k3', 'north'));
        assert.equal(await inside.revoke('k1', 77), true);
        await inside.shorten('k2', 500);
        await inside.change('k2', 10, ({ attributes }) => ({ scopes: [], attributes }));
        return { result: undefined, undo: true };
      });
      assert.deepEqual(await credentials.list(), [credential('k1', 'north'), credential('k2', 'south')]);
      assert.equal(await credentials.version(), before);
    });

    test('tokens are removed that were over before a moment, by their time or by revocation, so many at once; keys stay', async (t) => {
      const { credentials } = await openShops(t, open);
      for (const shop of ['north', 'south']) {
        await credentials.create(credential(`key ${shop}`, shop, { expiresAt: 10 }));
        await credentials.create(credential(`over ${shop}`, shop, { kind: 'token', expiresAt: 10 }));
        await credentials.create(credential(`alive ${shop}`, shop, { kind: 'token', expiresAt: 5000 }));
        await credentials.create(credential(`endless ${shop}`, shop, { kind: 'token' }));
        await credentials.create(credential(`revoked ${shop}`, shop, { kind: 'token' }));
        await credentials.create(credential(`revoked late ${shop}`, shop, { kind: 'token', expiresAt: 10_000 }));
        assert.equal(await credentials.revoke(`revoked ${shop}`, 20), true);
        assert.equal(await credentials.revoke(`revoked late ${shop}`, 2000), true);
      }
      const removed: number[] = [];
      for (let i = 0; i < 3; i++) removed.push(await credentials.expire(1000, 3));
      assert.deepEqual(removed, [3, 1, 0]);
      const left = (await credentials.list()).map(({ id }) => id.replace(/ (north|south)$/, ''));
      const each = ['alive', 'endless', 'key', 'revoked late'];
      assert.deepEqual(
        left.toSorted(),
        each.flatMap((name) => [name, name]),
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
