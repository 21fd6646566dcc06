import '../../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { describeOpenapi } from '../../../src/describe/openapi/index.ts';
import { buildWholePlan, readDocument } from '../../../src/parts/index.ts';
import { createSource } from '../../../src/text/location.ts';
import { recorded } from '../access/session-records.fixture.ts';
import { openPeople } from '../access/sessions.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** Sessions without an end by themselves. */
const endless = recorded.replace('| token | 30 days |', '| token | — |');

for (const [store, address] of everyStore) {
  describe(`values that a session lacks ${store}`, () => {
    test('a client that names no program signs up and logs in', async (t) => {
      const people = openPeople(await serveIn(t, recorded, {}, undefined, await address()));
      const body = { email: 'ann@example.com', password: 'password of ann' };
      const unnamed = { 'User-Agent': '' };
      const made = await people.ask('POST /users', body, undefined, unnamed);
      assert.equal(made.status, 201, made.text);
      const again = await people.ask('POST /sessions', body, undefined, unnamed);
      assert.equal(again.status, 200, again.text);
      const { data } = (await people.ask('GET /sessions', undefined, again.json.token)).json;
      assert.deepEqual(
        data.map((session: object) => Object.hasOwn(session, 'device')),
        [false, false],
      );
    });

    test('a session without a Lifetime has no end', async (t) => {
      const people = openPeople(await serveIn(t, endless, {}, undefined, await address()));
      const token = await people.signUp('ann');
      const { data } = (await people.ask('GET /sessions', undefined, token)).json;
      assert.deepEqual([data[0].expires_at, data[0].device], [undefined, 'node']);
    });
  });
}

test('descriptions say which values a session may lack, and expressions ask for them', () => {
  const described = (document: string) => readDocument(createSource('people.md', document));
  const plan = buildWholePlan(described(recorded).service);
  const openapi = describeOpenapi(plan) as { components: { schemas: { Session: { required: string[] } } } };
  assert.deepEqual(openapi.components.schemas.Session.required, ['id', 'user', 'created_at', 'used_at']);
  const shown = recorded.replace('current: = id', 'shout: = device.upperAscii(), current: = id');
  const codes = described(shown).diagnostics.map(({ code }) => code);
  assert.ok(codes.includes('expression/may-be-absent'), codes.join());
});
