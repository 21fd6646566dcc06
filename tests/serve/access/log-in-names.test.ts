import '../../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { openPeople, unlimited } from './sessions.fixture.ts';

for (const [store, address] of everyStore) {
  describe(`the names of a log in ${store}`, () => {
    test('the case matters unless the fields of the Request are unique ignoring case', async (t) => {
      const text = unlimited
        .replace('required; unique ignoring case', 'required; unique; unique ignoring case with name')
        .replace('| name | string | |', '| name | string | required |')
        .replace(
          '| create User | POST | /users | `User(email, password)`',
          '| create User | POST | /users | `User(email, name, password)`',
        )
        .replace(
          '\n### Idempotency',
          '| log in User as enter | POST | /enter | `User(email, name, password)` | 200 `{ token: credential }` |\n\n### Idempotency',
        )
        .replace('| public | create User, log in User | |', '| public | create User, log in User, enter | |');
      const { ask } = openPeople(await serveIn(t, text, {}, undefined, await address()));
      const people = [
        { email: 'ann@example.com', name: 'one', password: 'password of one' },
        { email: 'ANN@example.com', name: 'two', password: 'password of two' },
      ];
      for (const person of people) assert.equal((await ask('POST /users', person)).status, 201);
      const [one, two] = people.map(({ password }) => password);
      const tried = async (email: string, password: string | undefined, name?: string): Promise<number> =>
        (await ask(name === undefined ? 'POST /sessions' : 'POST /enter', { email, password, ...(name && { name }) }))
          .status;
      const lower = [await tried('ann@example.com', one), await tried('ann@example.com', two)];
      const upper = [await tried('ANN@example.com', one), await tried('ANN@example.com', two)];
      assert.deepEqual([...lower, ...upper, await tried('Ann@example.com', one)], [200, 401, 401, 200, 401]);
      assert.deepEqual(
        [await tried('Ann@example.com', one, 'one'), await tried('Ann@example.com', two, 'two')],
        [200, 200],
      );
      assert.deepEqual(
        [await tried('Ann@example.com', one, 'two'), await tried('ann@example.com', one, 'One')],
        [401, 401],
      );
    });
  });
}
