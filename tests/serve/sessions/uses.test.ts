import '../../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { recorded, until } from '../access/session-records.fixture.ts';
import { openPeople } from '../access/sessions.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** Sessions that the page ends half an hour after their last use. */
const resting = recorded
  .replace(
    '| device | string |',
    '| status | state | |\n| rests_at | date-time | = `used_at + minutes(30)` |\n| device | string |',
  )
  .replace(
    'States, transitions: none.',
    `### Session

| State | Kind |
| --- | --- |
| active | initial |

| From | Transition | To | Trigger |
| --- | --- | --- | --- |
| active | delete | | at rests_at |`,
  );

for (const [store, address] of everyStore) {
  describe(`uses of sessions ${store}`, () => {
    test('computed fields follow the last use, and so do timers', async (t) => {
      let now = Date.now();
      const { ask, signUp } = openPeople(await serveIn(t, resting, {}, () => now, await address()));
      const token = await signUp('ann');
      const read = async () => (await ask('GET /session', undefined, token)).json;
      for (const minutes of [20, 20, 20]) {
        now += minutes * 60_000;
        await until(async () => Date.parse((await read()).used_at) === now);
        assert.equal(Date.parse((await read()).rests_at), now + 30 * 60_000);
      }
      now += 31 * 60_000;
      await until(async () => (await ask('GET /me', undefined, token)).status === 401);
    });
  });
}
