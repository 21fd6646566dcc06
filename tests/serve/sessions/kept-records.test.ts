import '../../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { recorded, until } from '../access/session-records.fixture.ts';
import { day, openPeople, type People } from '../access/sessions.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** Sessions that are kept when they are deleted. */
const softlyDeleted = recorded.replace('| device | string |', '| status | state | |\n| device | string |').replace(
  'States, transitions: none.',
  `### Session

| State | Kind |
| --- | --- |
| active | initial |
| over | gone |

| From | Transition | To |
| --- | --- | --- |
| active | delete | over |`,
);

const statusOf = async ({ ask }: People, token: string): Promise<number> =>
  (await ask('GET /me', undefined, token)).status;

for (const [store, address] of everyStore) {
  describe(`sessions whose records stay ${store}`, () => {
    test('after a session that is kept as gone, a new password ends the others', async (t) => {
      let now = Date.now();
      const served = await serveIn(t, softlyDeleted, {}, () => now, await address());
      const people = openPeople(served);
      const [own, phone] = [await people.signUp('ann'), await people.logIn('ann')];
      const third = await people.logIn('ann');
      assert.equal((await people.ask('DELETE /session', undefined, third)).status, 204);
      const changed = await people.ask('PATCH /me', { password: 'another password' }, own);
      assert.equal(changed.status, 200, changed.text);
      assert.deepEqual([await statusOf(people, own), await statusOf(people, phone)], [200, 401]);
      assert.equal((await people.ask('POST /leave', undefined, own)).status, 204);
      assert.equal(await statusOf(people, own), 401);
      now += 31 * day;
      await until(async () => (await served.store.credentials.endedSessions(now, 10)).length === 0);
      assert.equal(served.logged.filter((line) => line.includes('could not be removed')).length, 0);
    });
  });
}
