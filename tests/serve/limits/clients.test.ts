import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { serveTokens } from '../../support/token-service.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { issuerKey, setOf, signed } from '../verifying/issuers.fixture.ts';
import { notes } from '../verifying/tokens.fixture.ts';

const limits = `| Limit | Kind | Applies to | Per | Value |
| --- | --- | --- | --- | --- |
| calm | rate | list Note | credential | 2 per hour |`;

for (const [name, addressOf] of everyStore) {
  describe(`limits of clients ${name}`, () => {
    test('all tokens of one client share its limit per credential, and no other client feels it', async (t) => {
      const document = notes(['partner']).replace('## Limits\n\nNone.', `## Limits\n\n${limits}`);
      const service = await serveTokens(document, await addressOf());
      t.after(() => service.close());
      const listed = async (client: string, secret: string): Promise<number> => {
        const asked = await fetch(`${service.base}/oauth/token`, {
          method: 'POST',
          headers: { Authorization: `Basic ${btoa(`${client}:${secret}`)}` },
          body: new URLSearchParams({ grant_type: 'client_credentials' }),
        });
        const { access_token: token } = (await asked.json()) as { access_token: string };
        return (await fetch(`${service.base}/notes`, { headers: { Authorization: `Bearer ${token}` } })).status;
      };
      const north = await service.client('partner', 'north', ['notes:read'], { shop: 'north' });
      const south = await service.client('partner', 'south', ['notes:read'], { shop: 'south' });
      assert.equal(await listed('north', north), 200);
      assert.equal(await listed('north', north), 200);
      assert.equal(await listed('north', north), 429, 'a third token is no new caller');
      assert.equal(await listed('south', south), 200);
    });

    test('a subject of any length and characters is counted, each for itself', async (t) => {
      const document = notes(['staff']).replace('## Limits\n\nNone.', `## Limits\n\n${limits}`);
      const key = await issuerKey('main');
      const issuers = { staff: { issuer: 'https://issuer.example', audience: 'notes', jwks: JSON.parse(setOf(key)) } };
      const service = await serveTokens(document, await addressOf(), { issuers });
      t.after(() => service.close());
      const now = Math.floor(Date.now() / 1000);
      const listed = async (sub: string): Promise<number> => {
        const claims = { iss: 'https://issuer.example', aud: 'notes', sub, iat: now, exp: now + 300 };
        const token = await signed(key, { ...claims, shop: 'north', scope: 'notes:read' });
        return (await fetch(`${service.base}/notes`, { headers: { Authorization: `Bearer ${token}` } })).status;
      };
      // So long that no index of PostgreSQL holds it, however well it is packed.
      const long = Array.from({ length: 320 }, (_, i) => ((i + 7) ** 5).toString(36)).join('');
      for (const sub of [long, `${long}2`, 'a\u0001b', 'a\u0001c']) {
        assert.deepEqual([await listed(sub), await listed(sub), await listed(sub)], [200, 200, 429]);
      }
    });
  });
}
