import '../../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { openPeople, passwordOf, sentIn } from './sessions.fixture.ts';

const put = sentIn('header Authorization: Bearer; cookie session')
  .replace('| id | uuidv7 | assigned |\n| email', '| id | string | required |\n| email')
  .replace('`User(email, password)` | 201', '`User(id, email, password)` | 201')
  .replace(
    '\n### Idempotency',
    '| replace User as put | PUT | /users/{id} | `User(email, password)` | 200 `User(id, token?: credential)`; 201 `User(id, token?: credential)` when new |\n\n### Idempotency',
  )
  .replace('create User, log in User | |', 'create User, log in User, put | |');

for (const [store, address] of everyStore) {
  describe(`a replace that creates a record which logs in ${store}`, () => {
    test('it issues a session, and sets the cookie; one of a record that exists does not', async (t) => {
      const { ask } = openPeople(await serveIn(t, put, {}, undefined, await address()));
      for (const id of ['ann', 'ben']) {
        const body = { email: `${id}@example.com`, password: passwordOf(id) };
        const made = await ask(`PUT /users/${id}`, body);
        const cookie = String(made.headers.get('set-cookie'));
        assert.equal(made.status, 201, made.text);
        assert.ok(cookie.startsWith(`session=${made.json.token}; Max-Age=`), cookie);
        assert.equal((await ask('GET /me', undefined, made.json.token)).json.id, id);
        const again = await ask(`PUT /users/${id}`, body);
        assert.deepEqual([again.status, again.json, again.headers.get('set-cookie')], [200, { id }, null]);
      }
    });
  });
}
