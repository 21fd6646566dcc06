import '../../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { createCredentials } from '../../../src/operator/credentials.ts';
import { serveIn } from '../support/served.fixture.ts';
import { storesInFolder } from '../support/stores.fixture.ts';
import { openPeople, passwordOf, unlimited } from './sessions.fixture.ts';

/** People and members of a staff with identities that clients choose: people log in. */
const people = unlimited
  .replace('| id | uuidv7 | assigned |\n| email', '| id | string | required |\n| email')
  .replace(
    '\n### Note\n',
    '\n### Staff\n\n| Field | Type | Constraints |\n| --- | --- | --- |\n| id | string | required |\n| nick | string | required; unique |\n| pin | password | required; write-only |\n\n### Note\n',
  )
  .replace('`User(email, password)` | 201', '`User(id, email, password)` | 201')
  .replace('\n### Idempotency', '| create Staff | POST | /staff | `Staff` | 201 `Staff` |\n\n### Idempotency')
  .replace('| public | create User, log in User | |', '| public | create User, create Staff, log in User | |');

/** The same people, of whom the staff logs in. */
const staff = people
  .replace('201 `User(id, email, role, token: credential)`', '201 `User(id, email, role)`')
  .replaceAll('log in User', 'log in Staff')
  .replaceAll('log out User', 'log out Staff')
  .replace('`User(email, password)` | 200 `{ token: credential }`', '`Staff(nick, pin)` | 200 `{ token: credential }`')
  .replace('| read User as me | GET | /me | | 200 `User` |', '| read Staff as me | GET | /me | | 200 `Staff` |')
  .replace(
    '| update User as save | PATCH | /me | `User(email, password)` | 200 `User` |',
    '| update Staff as save | PATCH | /me | `Staff(nick, pin)` | 200 `Staff` |',
  )
  .replace('| role | User.role |', '| role | Staff.nick |')
  .replace('`caller.role == "admin"`', '`caller.role == "boss"`')
  .replace('assigned from caller.id; on delete cascade', 'required; on delete cascade')
  .replace('`owner == caller.id`', '`text == "a"`');

for (const [store, addressIn] of storesInFolder) {
  describe(`credentials of another holder on ${store}`, () => {
    test('a session of a record is none of a record of another resource with the same identity', async (t) => {
      const address = await addressIn(mkdtempSync(join(tmpdir(), 'nonet-')));
      const before = openPeople(await serveIn(t, people, {}, undefined, address));
      const signUp = async (id: string): Promise<string> => {
        const body = { id, email: `${id}@example.com`, password: passwordOf(id) };
        return (await before.ask('POST /users', body)).json.token;
      };
      const [root, other] = [await signUp('root'), await signUp('other')];
      assert.equal((await before.ask('POST /staff', { id: 'root', nick: 'boss', pin: 'a secret' })).status, 201);
      assert.deepEqual((await before.ask('GET /me', undefined, root)).json.email, 'root@example.com');
      await before.served.close();

      const { ask, served } = openPeople(await serveIn(t, staff, {}, undefined, address));
      for (const token of [root, other]) {
        assert.equal((await ask('GET /me', undefined, token)).status, 401);
        assert.equal((await ask('PATCH /me', { pin: 'taken over' }, token)).status, 401);
      }
      const inn = await ask('POST /sessions', { nick: 'boss', pin: 'a secret' });
      assert.equal((await ask('GET /me', undefined, inn.json.token)).json.nick, 'boss');
      await served.close();

      const again = openPeople(await serveIn(t, people, {}, undefined, address));
      assert.equal((await again.ask('GET /me', undefined, inn.json.token)).status, 401);
      assert.equal((await again.ask('GET /me', undefined, other)).json.email, 'other@example.com');
    });

    test('a token that an operator issues to a record ends with its other credentials', async (t) => {
      const address = await addressIn(mkdtempSync(join(tmpdir(), 'nonet-')));
      const { ask, served } = openPeople(await serveIn(t, people, {}, undefined, address));
      const credentials = createCredentials(served.service, served.store, served.platform);
      const ids = ['ann', 'ben'] as const;
      for (const id of ids) {
        const body = { id, email: `${id}@example.com`, password: passwordOf(id) };
        assert.equal((await ask('POST /users', body)).status, 201);
      }
      const [ann, ben] = await Promise.all(
        ids.map((subject) => credentials.issueToken({ scheme: 'session', subject, scopes: [] })),
      );
      assert.equal((await ask('GET /me', undefined, ann)).json.id, 'ann');
      const email = 'ann@example.com';
      const { token } = (await ask('POST /sessions', { email, password: passwordOf('ann') })).json;
      assert.equal((await ask('PATCH /me', { password: 'another password' }, token)).status, 200);
      const alive = [ann, ben, token].map((one) => ask('GET /me', undefined, one));
      assert.deepEqual(
        (await Promise.all(alive)).map(({ status }) => status),
        [401, 200, 200],
      );
    });
  });
}
