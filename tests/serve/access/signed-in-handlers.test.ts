import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decodeJwt } from 'jose';
import { findNamedScheme } from '../../../src/parts/authentication/serve/credentials/signed-form.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { notes } from '../verifying/tokens.fixture.ts';

/** Notes whose callers log in at a handler, which signs its tokens as `issue token` does for clients. */
const document = notes(['machine', 'session'])
  .replace(
    '| issue token |',
    '| enter (handler) | POST | /enter | `{ shop: Note.text }` | 200 `{ text: Note.text }` |\n| leave (handler) | POST | /leave | `{ token: Note.text }` | 204 |\n| allow (handler) | POST | /allow | `{ token: Note.text }` | 204 |\n| issue token |',
  )
  .replace('| public | issue token,', '| public | enter, leave, allow, issue token,');

// biome-ignore lint/suspicious/noExplicitAny: handlers are typed by \`nonet generate types\`, not in tests
type Context = any;

const handlers = {
  enter: async ({ input, issue }: Context) => ({
    text: await issue('session', { id: 'ann', scopes: ['notes:read'], attributes: { shop: input.shop } }),
  }),
  leave: async ({ input, revoke }: Context) => assert.equal(await revoke(input.token), true),
  allow: async ({ input, changeRights }: Context) =>
    assert.equal(await changeRights(input.token, { addScopes: ['notes:write'] }), true),
};

for (const [store, address] of everyStore) {
  describe(`signed tokens that handlers issue ${store}`, () => {
    test('have the attributes of their tenant, and are changed and ended by their text', async (t) => {
      const served = await serveIn(t, document, {}, undefined, await address(), handlers);
      const enter = async (shop: string): Promise<string> =>
        (await served.ask('POST /enter', { body: { shop } })).json.text;
      const tokens = await Promise.all(['north', 'south'].map(enter));
      for (const [at, token] of tokens.entries()) {
        const { sub, shop, scope, client_id } = decodeJwt(token);
        assert.deepEqual([sub, shop, scope, client_id], ['ann', ['north', 'south'][at], 'notes:read', 'session']);
        assert.equal(findNamedScheme(served.plan.authentication.schemes, token)?.name, 'session');
      }
      const [north, south] = tokens as [string, string];
      const ask = (line: string, token: string, body?: object) =>
        served.ask(line, { headers: { Authorization: `Bearer ${token}` }, ...(body === undefined ? {} : { body }) });
      const write = async (token: string) => (await ask('POST /notes', token, { text: 'x' })).status;
      assert.equal(await write(north), 403);
      assert.equal((await served.ask('POST /allow', { body: { token: north } })).status, 204);
      assert.deepEqual([await write(north), await write(south)], [201, 403]);
      const count = async (token: string) => (await ask('GET /notes', token)).json.length;
      assert.deepEqual([await count(north), await count(south)], [1, 0]);
      assert.equal((await served.ask('POST /leave', { body: { token: north } })).status, 204);
      assert.deepEqual([await write(north), (await ask('GET /notes', south)).status], [401, 200]);
    });
  });
}
