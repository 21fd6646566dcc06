import '../../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Store } from '../../../src/contracts/store.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { planFor, type Served, serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { listTold, recorded, recordedWithKeys, until } from './session-records.fixture.ts';
import { day, openPeople, type People, passwordOf } from './sessions.fixture.ts';

interface Session {
  readonly id: string;
  readonly user: string;
  readonly device?: string;
  readonly used_at: string;
  readonly expires_at: string;
  readonly current: boolean;
}

const listSessions = async ({ ask }: Pick<People, 'ask'>, token: string): Promise<readonly Session[]> =>
  (await ask('GET /sessions', undefined, token)).json.data;

const statusesOf = ({ ask }: Pick<People, 'ask'>, tokens: readonly string[]): Promise<readonly number[]> =>
  Promise.all(tokens.map(async (token) => (await ask('GET /me', undefined, token)).status));

const logInFrom = async ({ ask }: Pick<People, 'ask'>, name: string, device: string): Promise<string> => {
  const body = { email: `${name}@example.com`, password: passwordOf(name) };
  return (await ask('POST /sessions', body, undefined, { 'User-Agent': device })).json.token;
};

for (const [store, address] of everyStore) {
  describe(`sessions that are records ${store}`, () => {
    test('people see their own sessions, and end one: its credential ends with it', async (t) => {
      const served = await serveIn(t, recorded, {}, undefined, await address());
      const people = openPeople(served);
      const mine = await people.signUp('ann');
      const phone = await logInFrom(people, 'ann', 'Phone 5');
      const other = await people.signUp('ben');
      const all = await listSessions(people, phone);
      assert.deepEqual(
        all.map(({ device, current }) => [device ?? '', current]),
        [
          ['Phone 5', true],
          [all[1]!.device ?? '', false],
        ],
      );
      assert.equal((await people.ask('GET /session', undefined, phone)).json.id, all[0]!.id);
      assert.equal(Date.parse(all[0]!.expires_at) - Date.parse(all[0]!.used_at), 30 * day);
      assert.equal((await listSessions(people, other)).length, 1);
      const remove = async (token: string) =>
        (await people.ask(`DELETE /sessions/${all[0]!.id}`, undefined, token)).status;
      assert.equal(await remove(other), 404, 'it is hidden from others');
      assert.deepEqual(await statusesOf(people, [mine, phone, other]), [200, 200, 200]);
      assert.deepEqual([await remove(mine), await remove(mine)], [204, 404]);
      assert.deepEqual(await statusesOf(people, [mine, phone, other]), [200, 401, 200]);
      assert.deepEqual(
        (await listSessions(people, mine)).map(({ current }) => current),
        [true],
      );
      assert.deepEqual(
        (await listTold(served, 'id')).filter((line) => line.endsWith(all[0]!.id)),
        [`session.started ${all[0]!.id}`, `session.ended ${all[0]!.id}`],
      );
    });

    test('neither the identity of a session nor its record is a credential, and a log in continues none', async (t) => {
      const people = openPeople(await serveIn(t, recorded, {}, undefined, await address()));
      const mine = await people.signUp('ann');
      const [{ id, ...rest }] = (await listSessions(people, mine)) as [Session];
      assert.deepEqual(await statusesOf(people, [id, `session_${id}`]), [401, 401]);
      assert.ok(!JSON.stringify(rest).includes(mine.slice(8, 20)));
      const body = { email: 'ann@example.com', password: passwordOf('ann') };
      const again = (await people.ask('POST /sessions', body, mine)).json.token;
      assert.notEqual(again, mine);
      assert.equal((await listSessions(people, again)).length, 2, 'a log in with a credential begins another session');
    });

    test('log out deletes the session, and every session of the person with the line Ends', async (t) => {
      const served = await serveIn(t, recorded, {}, undefined, await address());
      const people = openPeople(served);
      const all = [await people.signUp('ann'), await people.logIn('ann'), await people.logIn('ann')] as const;
      const other = await people.signUp('ben');
      assert.equal((await people.ask('DELETE /session', undefined, all[0])).status, 204);
      assert.equal((await listSessions(people, all[1])).length, 2);
      assert.equal((await people.ask('POST /leave', undefined, all[1])).status, 204);
      assert.deepEqual(await statusesOf(people, [...all, other]), [401, 401, 401, 200]);
      const told = await listTold(served, 'user');
      assert.equal(told.filter((line) => line.startsWith('session.ended')).length, 3);
      assert.equal((await listSessions(people, other)).length, 1);
    });

    test('a new password deletes the other sessions of the person', async (t) => {
      const people = openPeople(await serveIn(t, recorded, {}, undefined, await address()));
      const [mine, stolen] = [await people.signUp('ann'), await people.logIn('ann')];
      const other = await people.signUp('ben');
      assert.equal((await people.ask('PATCH /me', { password: 'something new' }, mine)).status, 200);
      assert.deepEqual(await statusesOf(people, [mine, stolen, other]), [200, 401, 200]);
      assert.deepEqual(
        (await listSessions(people, mine)).map(({ current }) => current),
        [true],
      );
      assert.equal((await listSessions(people, other)).length, 1);
    });

    test('a session that expires is removed, and its event is recorded', async (t) => {
      let now = Date.now();
      const served = await serveIn(t, recorded, {}, () => now, await address());
      const people = openPeople(served);
      const ann = await people.signUp('ann');
      const [{ id }] = (await listSessions(people, ann)) as [Session];
      now += 20 * day;
      const later = await people.logIn('ann');
      assert.equal((await listSessions(people, later)).length, 2);
      now += 11 * day;
      assert.deepEqual(await statusesOf(people, [ann, later]), [401, 200]);
      await until(async () => (await listSessions(people, later)).length === 1);
      assert.ok((await listTold(served, 'id')).includes(`session.ended ${id}`));
    });

    test('a session that an operator revokes is removed', async (t) => {
      const served = await serveIn(t, recorded, {}, undefined, await address());
      const people = openPeople(served);
      const [ann, later] = [await people.signUp('ann'), await people.logIn('ann')];
      const [first] = await served.store.credentials.list();
      assert.equal(await served.service.keys.revoke(first!.id, Date.now()), true);
      assert.deepEqual(await statusesOf(people, [ann, later]), [401, 200]);
      await until(async () => (await listSessions(people, later)).length === 1);
    });

    test('the last use is written once in five minutes', async (t) => {
      let now = Date.now();
      const served = await serveIn(t, recorded, {}, () => now, await address());
      const people = openPeople(served);
      const ann = await people.signUp('ann');
      const usedAt = async () => Date.parse((await listSessions(people, ann))[0]!.used_at);
      const first = await usedAt();
      now += 4 * 60_000;
      await usedAt();
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      assert.equal(await usedAt(), first);
      now += 2 * 60_000;
      await until(async () => (await usedAt()) === now);
      assert.ok(!(await listTold(served, 'id')).some((line) => line.startsWith('session.ended')));
    });

    // Without an attribute that is a field, a request reads the session alone.
    const withoutAttribute = recordedWithKeys
      .replace(/\n### Caller\n[^#]*/, '\n')
      .replace('| authenticated | read Note | `caller.role == "admin"` |\n', '');
    for (const document of [recordedWithKeys, withoutAttribute])
      test(`the sessions of a person go with the record, and no credential outlives them${document === withoutAttribute ? ' or is read without it' : ''}`, async (t) => {
        const served = await serveIn(t, document, {}, undefined, await address());
        const people = openPeople(served);
        const key = { 'X-Key': await served.key(['operator'], {}) };
        const [ann, ben] = [await people.signUp('ann'), await people.signUp('ben')];
        const { id } = (await people.ask('GET /me', undefined, ann)).json;
        assert.equal((await people.ask(`DELETE /users/${id}`, undefined, undefined, key)).status, 204);
        assert.deepEqual(await statusesOf(people, [ann, ben]), [401, 200]);
        const told = await listTold(served, 'user');
        assert.ok(told.includes(`session.ended ${id}`));
        const alive = (await served.store.credentials.list()).filter(({ revokedAt }) => revokedAt === undefined);
        assert.equal(alive.length, 2, 'the key, and the session of the other person');
      });

    test('code begins a session by issue and ends it by revoke, and creates none otherwise', async (t) => {
      const text = recorded
        .replace(
          '\n### Idempotency',
          `| let_in (handler) | POST | /let-in | \`{ of: User.name }\` | 200 \`{ t?: credential }\` |
| forge (handler) | POST | /forge | \`{ of: User.name }\` | 204 |
| quit (handler) | POST | /quit | \`{ of?: User.name }\` | 204 |

### Idempotency`,
        )
        .replace('create User, log in User | |', 'create User, log in User, let_in, forge, quit | |');
      const code = {
        // biome-ignore lint/suspicious/noExplicitAny: the context of a handler
        async let_in({ input, issue }: any) {
          await issue('session', { id: input.of });
          return {};
        },
        // biome-ignore lint/suspicious/noExplicitAny: the context of a handler
        async forge({ input, store: { asService } }: any) {
          await asService.create('Session', { user: input.of });
        },
        // biome-ignore lint/suspicious/noExplicitAny: the context of a handler
        async quit({ input, revoke }: any) {
          await revoke(input.of === undefined ? undefined : { id: input.of });
        },
      };
      const served = await serveIn(t, text, {}, undefined, await address(), code);
      const people = openPeople(served);
      const ann = await people.signUp('ann');
      const { id } = (await people.ask('GET /me', undefined, ann)).json;
      const issued = (await people.ask('POST /let-in', { of: id })).json.t;
      assert.equal((await listSessions(people, issued)).length, 2);
      assert.equal((await people.ask('POST /forge', { of: id })).status, 500);
      assert.match(served.logged.join('\n'), /a Session is a session, which only a log in and `issue` create/);
      assert.equal((await listSessions(people, issued)).length, 2);
      assert.equal((await people.ask('POST /quit', {}, issued)).status, 204);
      assert.deepEqual(await statusesOf(people, [ann, issued]), [200, 401]);
      assert.equal((await listSessions(people, ann)).length, 1);
      assert.equal((await people.ask('POST /quit', { of: id })).status, 204);
      assert.deepEqual(await statusesOf(people, [ann]), [401]);
      const nobody = await people.ask('POST /let-in', { of: '0190c8d4-0000-7000-8000-000000000000' });
      assert.ok(nobody.status >= 400, nobody.text);
    });

    test('a hook within create Session may refuse the log in, and then nothing is issued', async (t) => {
      const text = recorded.replace(
        '| invalid | 422 | invalid input | A field is wrong |',
        '| invalid | 422 | invalid input | A field is wrong |\n| too_many | 409 | raised by create Session | Too many sessions |',
      );
      const code = {
        within: {
          // biome-ignore lint/suspicious/noExplicitAny: the context of a hook
          async 'create Session'({ record, store: { asService }, refuse }: any) {
            const count = await asService.count('Session', {
              where: 'user == input.user',
              input: { user: record.user },
            });
            if (count > 2) refuse('too_many');
          },
        },
      };
      const served = await serveIn(t, text, {}, undefined, await address(), code);
      const people = openPeople(served);
      await people.signUp('ann');
      await people.logIn('ann');
      const refused = await people.ask('POST /sessions', { email: 'ann@example.com', password: passwordOf('ann') });
      assert.deepEqual([refused.status, refused.json.code], [409, 'too_many']);
      assert.equal((await served.store.credentials.list()).length, 2);
    });
  });
}

test('two instances: what one ends is over on the other at once, and races leave no session without its credential', async (t) => {
  const address = await freshDatabase();
  const [first, second] = (await Promise.all(
    [1, 2].map(() => serveIn(t, recorded, {}, undefined, address)),
  )) as unknown as readonly [Served, Served];
  const [here, there] = [openPeople(first), openPeople(second)];
  const mine = await here.signUp('ann');
  const tokens = await Promise.all([here, there, here, there].map((people) => people.logIn('ann')));
  assert.deepEqual(await statusesOf(there, tokens), [200, 200, 200, 200]);
  const others = (await listSessions(there, mine)).filter(({ current }) => !current);
  await Promise.all(
    others.flatMap(({ id }) => [here, there].map(({ ask }) => ask(`DELETE /sessions/${id}`, undefined, mine))),
  );
  for (const people of [here, there]) assert.deepEqual(await statusesOf(people, tokens), [401, 401, 401, 401]);
  // Log ins and a new password at the same time: whatever is alive has the new password, or came before.
  const racing = await Promise.all([
    ...Array.from({ length: 6 }, (_, at) =>
      [here, there][at % 2]!.ask('POST /sessions', { email: 'ann@example.com', password: passwordOf('ann') }),
    ),
    here.ask('PATCH /me', { password: 'something new' }, mine),
  ]);
  const issued = racing.slice(0, 6).flatMap(({ json }) => (json?.token === undefined ? [] : [json.token as string]));
  assert.ok((await statusesOf(there, issued)).every((status) => status === 401));
  assert.equal((await listSessions(there, mine)).length, 1);
});

test('a session that cannot be removed is reported once, and so is a store that does not answer', async (t) => {
  const text = recorded.replace(
    '| invalid | 422 | invalid input | A field is wrong |',
    '| invalid | 422 | invalid input | A field is wrong |\n| kept | 409 | raised by delete Session | It stays |',
  );
  const code = {
    within: {
      // biome-ignore lint/suspicious/noExplicitAny: the context of a hook
      'delete Session'({ refuse }: any) {
        refuse('kept');
      },
    },
  };
  let now = Date.now();
  let isSilent = false;
  const served = await serveIn(
    t,
    ...([text, {}, () => now, 'sqlite::memory:', code, undefined] as const),
    (store: Store): Store => ({
      ...store,
      credentials: {
        ...store.credentials,
        endedSessions(...asked) {
          if (isSilent) throw new Error('no answer');
          return store.credentials.endedSessions(...asked);
        },
      },
    }),
  );
  const people = openPeople(served);
  await people.signUp('ann');
  now += 31 * day;
  const isLogged = (message: string, facts: string) =>
    served.logged.some((line) => line.startsWith(message) && line.includes(facts));
  await until(async () => isLogged('an ended session could not be removed', '"error":"kept"'));
  isSilent = true;
  await until(async () => isLogged('failed to keep sessions', 'no answer'));
  assert.match(served.logged.join('\n'), /failed to keep sessions/);
  assert.equal(served.logged.join('\n').match(/an ended session could not be removed/g)?.length, 1);
});

test('the steps of operations name the sessions that they begin and end', () => {
  const plan = planFor(recorded);
  const wordsOf = (path: string, method: string) =>
    plan.operations
      .find((operation) => operation.path === path && operation.method === method)!
      .steps.map(({ words }) => words);
  const find = (path: string, method: string, begin: string) =>
    wordsOf(path, method).find((words) => words.startsWith(begin));
  assert.equal(
    find('/me', 'PATCH', 'delete each'),
    'delete each other Session of the User, and end the other credentials of the scheme session if password is changed',
  );
  assert.equal(
    find('/users', 'POST', 'create a'),
    'create a Session, and issue a credential of the scheme session for the new User',
  );
  assert.equal(
    find('/session', 'DELETE', 'delete the'),
    'delete the Session, and end the credential of the request, of the scheme session',
  );
});
