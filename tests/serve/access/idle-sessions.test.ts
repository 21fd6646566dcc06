import '../../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { describeOpenapi } from '../../../src/describe/openapi/index.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { planFor, serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { recorded, until } from './session-records.fixture.ts';
import { openPeople, unlimited } from './sessions.fixture.ts';

const minute = 60_000;
const withIdle = (text: string): string =>
  text
    .replace(
      '| Scheme | Kind | Sent in | Credential | Lifetime |',
      '| Scheme | Kind | Sent in | Credential | Lifetime | Idle |',
    )
    .replace('| --- | --- | --- | --- | --- |\n| session |', '| --- | --- | --- | --- | --- | --- |\n| session |')
    .replace('| token | 30 days |', '| token | 30 days | 30 minutes |');

for (const [store, address] of everyStore) {
  describe(`idle sessions ${store}`, () => {
    test('a session ends after a time without a request, and not while it is in use', async (t) => {
      let now = Date.now();
      const { ask, signUp } = openPeople(await serveIn(t, withIdle(unlimited), {}, () => now, await address()));
      const [ann, ben] = [await signUp('ann'), await signUp('ben')];
      const status = async (token: string) => (await ask('GET /me', undefined, token)).status;
      for (let count = 0; count < 4; count++) {
        now += 29 * minute;
        assert.equal(await status(ann), 200, `${count}`);
      }
      assert.equal(await status(ben), 401);
      now += 30 * minute;
      assert.equal(await status(ann), 200, 'the time is exact to a minute, and never shorter');
      now += 32 * minute;
      assert.deepEqual([await status(ann), await status(ann)], [401, 401]);
    });

    test('the record of an idle session is removed, and its person logs in again', async (t) => {
      let now = Date.now();
      const { ask, signUp, logIn } = openPeople(await serveIn(t, withIdle(recorded), {}, () => now, await address()));
      const [ann, ben] = [await signUp('ann'), await signUp('ben')];
      now += 40 * minute;
      assert.equal((await ask('GET /sessions', undefined, ann)).status, 401);
      const [later, other] = [await logIn('ann'), await logIn('ben')];
      const list = async (token: string) => (await ask('GET /sessions', undefined, token)).json.data.length;
      await until(async () => (await list(later)) === 1 && (await list(other)) === 1);
      assert.equal((await ask('GET /me', undefined, ben)).status, 401);
    });
  });
}

test('explain, the documentation and OpenAPI name the time of inactivity', () => {
  const plan = planFor(withIdle(unlimited));
  const words = plan.operations.flatMap(({ steps }) => steps.map((step) => step.words));
  assert.ok(
    words.includes(
      'authenticate: an access token of the service in header Authorization: Bearer (scheme session), which ends after 30 minutes without a request',
    ),
  );
  assert.match(JSON.stringify(describeOpenapi(plan)), /It ends after 30 minutes without a request\./);
});

test('the use on one instance counts on the other', async (t) => {
  let now = Date.now();
  const at = await freshDatabase();
  const open = async () => serveIn(t, withIdle(unlimited), {}, () => now, at);
  const [first, second] = [openPeople(await open()), openPeople(await open())];
  const ann = await first.signUp('ann');
  const status = async ({ ask }: typeof first) => (await ask('GET /me', undefined, ann)).status;
  assert.deepEqual([await status(first), await status(second)], [200, 200]);
  now += 20 * minute;
  assert.equal(await status(first), 200);
  await until(async () =>
    (await first.served.store.credentials.list()).every(({ lastUsedAt = 0 }) => lastUsedAt >= now - minute),
  );
  now += 20 * minute;
  assert.equal(await status(second), 200, 'it last saw the credential forty minutes ago');
});
