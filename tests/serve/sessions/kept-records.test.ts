import '../../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { recorded, until } from '../access/session-records.fixture.ts';
import { day, openPeople, type People, passwordOf } from '../access/sessions.fixture.ts';
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

/** Sessions of the program \`kept\` are referred to by records which nothing deletes. */
const referredTo = recorded
  .replace(
    '### Note\n',
    `### Trace

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| session | ref Session | required; on delete restrict |

### Note
`,
  )
  .replace(
    'States, transitions: none.',
    `### Session

| Transition | Effect |
| --- | --- |
| create | \`create Trace(session: id)\` when \`has(device) and device == "kept"\` |`,
  )
  .replace(
    '| delete Session |',
    '| list Session as devices | GET | /devices | | 200 `{ sessions: total count, devices: values of device }` |\n| delete Session |',
  )
  .replace('list Session, delete', 'list Session, devices, delete');

const logInFrom = async ({ ask }: People, device: string): Promise<string> => {
  const body = { email: 'ann@example.com', password: passwordOf('ann') };
  return (await ask('POST /sessions', body, undefined, { 'User-Agent': device })).json.token;
};

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

    test('sessions that cannot be removed do not keep the others', async (t) => {
      let now = Date.now();
      const served = await serveIn(t, referredTo, {}, () => now, await address());
      const people = openPeople(served);
      await people.signUp('ann');
      for (let count = 0; count < 101; count++) await logInFrom(people, 'kept');
      now += 1;
      await logInFrom(people, 'other');
      now += 31 * day;
      const later = await logInFrom(people, 'later');
      const listDevices = async () => (await people.ask('GET /devices', undefined, later)).json;
      await until(async () => (await listDevices()).sessions === 102);
      assert.deepEqual((await listDevices()).devices, ['kept', 'later']);
    });
  });
}
