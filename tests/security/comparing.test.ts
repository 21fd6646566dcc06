import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { test } from 'node:test';
import { openCredentialService } from '../../src/parts/authentication/serve/credentials/credential-service.ts';
import { hashCredential, makeKey } from '../../src/parts/authentication/serve/credentials/keys.ts';
import { createCursors } from '../../src/parts/endpoints/serve/lists/cursor.ts';
import { createNodePlatform } from '../../src/serve/platform-node.ts';
import { openPasswords } from '../../src/serve/verifying/passwords.ts';
import { planOfNotes } from '../serve/verifying/tokens.fixture.ts';

const platform = createNodePlatform({ info() {}, warn() {}, error() {} });

test('S29: what is secret is compared by timingSafeEqual, as bytes of one length', async (t) => {
  const seen: (readonly [left: number, right: number])[] = [];
  const real = crypto.timingSafeEqual;
  t.mock.method(crypto, 'timingSafeEqual', (left: Uint8Array, right: Uint8Array) => {
    seen.push([left.length, right.length]);
    return real(left, right);
  });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  const took = (): (readonly [number, number])[] => seen.splice(0);

  const cursors = createCursors(platform, new Uint8Array(32).fill(7));
  const cursor = cursors.write(['a'], 'list');
  assert.deepEqual([cursors.read(cursor, 'list'), took()], [['a'], [[16, 16]]]);
  for (const wrong of [`B${cursor.slice(1)}`, `${cursor.slice(0, 12)}B${cursor.slice(13)}`]) {
    assert.deepEqual([cursors.read(wrong, 'list'), took()], [undefined, [[16, 16]]]);
  }

  const passwords = openPasswords(platform);
  const hash = await passwords.hash('correct horse');
  for (const [word, right] of [
    ['correct horse', true],
    ['a', false],
    ['correct horsf', false],
  ] as const) {
    assert.deepEqual([await passwords.matches(word, hash), took()], [right, [[32, 32]]]);
  }
});

test('S29: keys and secrets are not compared at all: they are asked for by their digests', () => {
  const { key: right, hash } = makeKey(platform, 'partner');
  const record = { ...{ id: 'c1', kind: 'secret', scheme: 'partner', client: 'ours', subject: 'ours' }, hash };
  const asked: string[] = [];
  const find = (of: string) => {
    asked.push(of);
    return of === hash ? { ...record, scopes: [], attributes: {}, createdAt: 0 } : undefined;
  };
  const credentials = { find, version: () => 0, expire: async () => 0, used: async () => undefined };
  const { schemes } = planOfNotes(['partner']).authentication;
  const service = openCredentialService({
    schemes,
    attributes: [],
    store: { credentials: credentials as never },
    platform,
  });
  const tried = [right, makeKey(platform, 'partner').key, makeKey(platform, 'partner').key];
  const found = tried.map((secret) => service.client('partner', 'ours', secret, platform.now()) !== undefined);
  assert.deepEqual(found, [true, false, false]);
  assert.deepEqual(
    asked,
    tried.map((secret) => hashCredential(platform, secret)),
  );
});
