import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveTokens } from '../../support/token-service.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { issuerKey, setOf, signed } from './issuers.fixture.ts';
import { notes } from './tokens.fixture.ts';

for (const [name, addressOf] of everyStore) {
  test(`a claim that no text of a record may hold is an absent attribute ${name}`, async (t) => {
    const key = await issuerKey('main');
    const issuers = { staff: { issuer: 'https://issuer.example', audience: 'notes', jwks: JSON.parse(setOf(key)) } };
    const service = await serveTokens(notes(['staff']), await addressOf(), { issuers });
    t.after(() => service.close());
    const seconds = Math.floor(Date.now() / 1000);
    const claims = { iss: 'https://issuer.example', aud: 'notes', sub: 'ann', iat: seconds, exp: seconds + 300 };
    const asked = async (method: string, more: object): Promise<unknown[]> => {
      const token = await signed(key, { ...claims, scope: 'notes:read notes:write', ...more });
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const body = method === 'POST' ? { body: '{"text":"x"}' } : {};
      const got = await fetch(`${service.base}/notes`, { method, headers, ...body });
      const json = await got.json();
      return [got.status, method === 'GET' && got.ok ? (json as object[]).length : undefined];
    };
    for (const shop of ['north', 'a\ufffdb']) assert.deepEqual(await asked('POST', { shop }), [201, undefined]);
    for (const shop of ['a\0b', 'a\ud800b']) {
      assert.deepEqual(await asked('GET', { shop }), [200, 0]);
      assert.deepEqual(await asked('POST', { shop }), [403, undefined]);
      assert.deepEqual(await asked('GET', { shop: 'north', sub: shop }), [401, undefined]);
    }
    assert.deepEqual(await asked('GET', { shop: 'north' }), [200, 1]);
    assert.deepEqual(await asked('GET', { shop: 'a\ufffdb' }), [200, 1]);
    assert.deepEqual(service.logged, []);
  });
}
