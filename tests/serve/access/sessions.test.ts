import '../../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readDocument } from '../../../src/parts/index.ts';
import { createSource } from '../../../src/text/location.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { administered, day, openPeople, type People, passwordOf, sentIn, unlimited } from './sessions.fixture.ts';

for (const [store, address] of everyStore) {
  describe(`log in ${store}`, () => {
    test('a sign up and a log in issue credentials that are valid side by side', async (t) => {
      const { ask, signUp, logIn } = openPeople(await serveIn(t, unlimited, {}, undefined, await address()));
      const [first, second] = [await signUp('ann'), await logIn('ann')];
      assert.notEqual(first, second);
      for (const token of [first, second]) {
        const { status, json } = await ask('GET /me', undefined, token);
        assert.deepEqual([status, json.email, json.password], [200, 'ann@example.com', undefined]);
      }
      assert.equal((await ask('GET /me')).status, 401);
      assert.equal((await ask('GET /me', undefined, `${second.slice(0, -1)}x`)).status, 401);
    });

    test('an unknown name and a wrong password get the same response, whatever the case of the name', async (t) => {
      const { ask, signUp } = openPeople(await serveIn(t, unlimited, {}, undefined, await address()));
      await signUp('ann');
      const attempt = (email: string, password: string) => ask('POST /sessions', { email, password });
      const wrong = await attempt('ann@example.com', 'another password');
      const unknown = await attempt('nobody@example.com', 'another password');
      const { instance: _, ...body } = wrong.json;
      const { instance: __, ...other } = unknown.json;
      assert.deepEqual([wrong.status, body], [401, other]);
      assert.equal(body.code, 'wrong_password');
      assert.equal((await attempt('ANN@example.com', passwordOf('ann'))).status, 200);
      for (const email of ["' or ''='", 'ann@example.com" or true', '', 'a'.repeat(2000)])
        assert.ok([401, 422].includes((await attempt(email, passwordOf('ann'))).status), email);
      const given = await ask('POST /sessions', { email: { $ne: null }, password: ['a'] });
      assert.equal(given.status, 422);
    });

    test('an absent or null name or password logs nobody in', async (t) => {
      const text = unlimited
        .replace('email | required; unique ignoring case', 'email or null | unique ignoring case')
        .replace('required; write-only; 8..64 characters', 'write-only');
      const { ask } = openPeople(await serveIn(t, text, {}, undefined, await address()));
      const people = [{ password: 'undefined' }, { email: null, password: 'null' }, { email: 'ann@example.com' }];
      for (const person of [...people, { email: 'ben@example.com', password: 'undefined' }])
        assert.equal((await ask('POST /users', person)).status, 201);
      const tried = [...people, {}, { email: null }, { email: 'ben@example.com' }, { password: 'null' }];
      for (const body of tried) assert.equal((await ask('POST /sessions', body)).status, 401, JSON.stringify(body));
    });

    test('the constraints of a password are those of a new one: a log in compares any', async (t) => {
      const { ask, signUp } = openPeople(await serveIn(t, unlimited, {}, undefined, await address()));
      const mine = await signUp('ann');
      const email = 'ann@example.com';
      for (const password of ['x', 'y'.repeat(5000)]) {
        assert.equal((await ask('POST /users', { email: 'ben@example.com', password })).status, 422);
        assert.equal((await ask('PATCH /me', { password }, mine)).status, 422);
        assert.equal((await ask('POST /sessions', { email, password })).json.code, 'wrong_password');
      }
      assert.equal((await ask('POST /sessions', { email, password: 5 })).status, 422);
    });

    test('a log out ends this session, or every one, and no other person’s', async (t) => {
      const { ask, signUp, logIn } = openPeople(await serveIn(t, unlimited, {}, undefined, await address()));
      const all = [await signUp('ann'), await logIn('ann'), await logIn('ann')] as const;
      const other = await signUp('ben');
      const alive = async () =>
        (await Promise.all([...all, other].map((token) => ask('GET /me', undefined, token)))).map(
          ({ status }) => status,
        );
      assert.equal((await ask('DELETE /sessions', undefined, all[0])).status, 204);
      assert.deepEqual(await alive(), [401, 200, 200, 200]);
      assert.equal((await ask('POST /leave', undefined, all[1])).status, 204);
      assert.deepEqual(await alive(), [401, 401, 401, 200]);
      assert.equal((await ask('POST /leave')).status, 401);
    });

    test('a log out without a Response returns 204, and nothing warns of it', async (t) => {
      const text = unlimited.replace('| DELETE | /sessions | | 204 |', '| DELETE | /sessions | | |');
      assert.notEqual(text, unlimited);
      const [short, stated] = [text, unlimited].map((document) => readDocument(createSource('a.md', document)));
      assert.deepEqual(short!.diagnostics, stated!.diagnostics);
      const { ask, signUp } = openPeople(await serveIn(t, text, {}, undefined, await address()));
      const [ann, ben] = [await signUp('ann'), await signUp('ben')];
      const { status, text: body } = await ask('DELETE /sessions', undefined, ann);
      assert.deepEqual([status, body], [204, '']);
      assert.equal((await ask('GET /me', undefined, ann)).status, 401);
      assert.equal((await ask('GET /me', undefined, ben)).status, 200);
    });

    test('a key of another scheme is no session, and a log out leaves it alone', async (t) => {
      const { ask, served } = openPeople(await serveIn(t, administered, {}, undefined, await address()));
      const key = { 'X-Key': await served.key(['operator'], {}) };
      assert.equal((await ask('DELETE /sessions', undefined, undefined, key)).status, 403);
      assert.equal((await ask('POST /leave', undefined, undefined, key)).status, 403);
      assert.equal(
        (await ask('DELETE /users/0190c8d4-0000-7000-8000-000000000000', undefined, undefined, key)).status,
        404,
      );
    });

    test('a log in compares the password that its Request names, and none that a record lacks', async (t) => {
      const text = unlimited
        .replace('| name | string | |', '| pin | password | write-only; 4..8 characters |')
        .replaceAll('`User(email, password)` | 200 `{ token', '`User(email, pin)` | 200 `{ token')
        .replace('`User(email, password)` | 201', '`User(email, password, pin)` | 201')
        .replace('`User(email, password)` | 200 `User`', '`User(email, password, pin)` | 200 `User`');
      const { ask } = openPeople(await serveIn(t, text, {}, undefined, await address()));
      const ann = { email: 'ann@example.com', password: passwordOf('ann') };
      const { token } = (await ask('POST /users', { ...ann, pin: '1234' })).json;
      const logIn = async (email: string, pin: string) => (await ask('POST /sessions', { email, pin })).status;
      assert.deepEqual([await logIn(ann.email, '1234'), await logIn(ann.email, ann.password)], [200, 401]);
      await ask('POST /users', { ...ann, email: 'ben@example.com' });
      assert.deepEqual(
        [await logIn('ben@example.com', ann.password), await logIn('ben@example.com', '1234')],
        [401, 401],
      );
      const other = (await ask('POST /sessions', { email: ann.email, pin: '1234' })).json.token;
      assert.equal((await ask('PATCH /me', { pin: '4321' }, token)).status, 200);
      const alive = [token, other].map(async (one) => (await ask('GET /me', undefined, one)).status);
      assert.deepEqual(await Promise.all(alive), [200, 401]);
    });

    test('a new password ends the other sessions, and the old one is refused', async (t) => {
      const { ask, signUp, logIn } = openPeople(await serveIn(t, unlimited, {}, undefined, await address()));
      const [mine, stolen] = [await signUp('ann'), await logIn('ann')];
      const ben = await signUp('ben');
      assert.equal((await ask('PATCH /me', { email: 'anna@example.com' }, mine)).status, 200);
      assert.equal((await ask('GET /me', undefined, stolen)).status, 200, 'another field ends nothing');
      assert.equal((await ask('PATCH /me', { password: 'something new' }, mine)).status, 200);
      const statuses = [mine, stolen, ben].map(async (token) => (await ask('GET /me', undefined, token)).status);
      assert.deepEqual(await Promise.all(statuses), [200, 401, 200]);
      const old = await ask('POST /sessions', { email: 'anna@example.com', password: passwordOf('ann') });
      assert.equal(old.status, 401);
      await logIn('anna', 'something new');
    });

    test('attributes of callers have the values that the record has at the request', async (t) => {
      const { ask, served, signUp } = openPeople(await serveIn(t, administered, {}, undefined, await address()));
      const key = { 'X-Key': await served.key(['operator'], {}) };
      const [ann, ben] = [await signUp('ann'), await signUp('ben')];
      const { json: note } = await ask('POST /notes', { text: 'hello' }, ann);
      const read = async (token: string) => (await ask(`GET /notes/${note.id}`, undefined, token)).status;
      assert.deepEqual([await read(ann), await read(ben)], [200, 404]);
      const id = (await ask('GET /me', undefined, ben)).json.id;
      assert.equal((await ask(`PATCH /users/${id}`, { role: 'admin' }, undefined, key)).status, 200);
      assert.equal(await read(ben), 200);
      await ask(`PATCH /users/${id}`, { role: 'member' }, undefined, key);
      assert.equal(await read(ben), 404);
    });

    test('a row rule of the log in holds for the record that logs in, whatever the response shows', async (t) => {
      const rows = '| public | create User | |\n| public | log in User | `role == "admin"` |';
      const ruled = administered.replace('| public | create User, log in User | |', rows);
      const answers = [
        '200 `{ token: credential }`',
        '200 `User(id, token: credential)`',
        '200 `{ user: User(id), t: credential }`',
      ];
      for (const answer of answers) {
        const text = ruled.replace('200 `{ token: credential }`', answer);
        const { ask, served, signUp } = openPeople(await serveIn(t, text, {}, undefined, await address()));
        const token = await signUp('ann');
        const { id } = (await ask('GET /me', undefined, token)).json;
        const logIn = async (password = passwordOf('ann')) =>
          (await ask('POST /sessions', { email: 'ann@example.com', password })).status;
        assert.deepEqual([await logIn(), await logIn('another password')], [403, 401], answer);
        assert.equal((await served.store.credentials.list()).length, 1, 'nothing is issued');
        const key = { 'X-Key': await served.key(['operator'], {}) };
        assert.equal((await ask(`PATCH /users/${id}`, { role: 'admin' }, undefined, key)).status, 200);
        assert.equal(await logIn(), 200, answer);
      }
    });

    test('no credential outlives its record or its Lifetime', async (t) => {
      let now = Date.now();
      const { ask, served, signUp, logIn } = openPeople(await serveIn(t, administered, {}, () => now, await address()));
      const key = { 'X-Key': await served.key(['operator'], {}) };
      const ann = await signUp('ann');
      const id = (await ask('GET /me', undefined, ann)).json.id;
      now += 29 * day;
      const later = await logIn('ann');
      now += 2 * day;
      assert.deepEqual(
        [(await ask('GET /me', undefined, ann)).status, (await ask('GET /me', undefined, later)).status],
        [401, 200],
      );
      assert.equal((await ask(`DELETE /users/${id}`, undefined, undefined, key)).status, 204);
      assert.equal((await ask('GET /me', undefined, later)).status, 401);
    });

    test('no credential of a record is one of a later record with the same identity', async (t) => {
      const text = administered
        .replace('| id | uuidv7 | assigned |', '| id | string | required; 1..40 characters |')
        .replace('POST | /users | `User(email, password)`', 'POST | /users | `User(id, email, password)`')
        .replace(
          '\n### Idempotency',
          '| replace User as put | PUT | /users/{id} | `User(email, password)` | 200 `User`; 201 `User` when new |\n\n### Idempotency',
        )
        .replace('create User, log in User | |', 'create User, log in User, put | |');
      const { ask, served } = openPeople(await serveIn(t, text, {}, undefined, await address()));
      const key = { 'X-Key': await served.key(['operator'], {}) };
      const ann = { email: 'ann@example.com', password: passwordOf('ann') };
      const alive = async (tokens: readonly string[]) =>
        Promise.all(tokens.map(async (token) => (await ask('GET /me', undefined, token)).status));
      for (const line of ['POST /users', 'PUT /users/ann']) {
        const body = line.startsWith('POST') ? { id: 'ann', ...ann } : ann;
        const logIn = async (): Promise<string> => (await ask('POST /sessions', ann)).json.token;
        assert.equal((await ask(line, body)).status, 201);
        const old = [await logIn(), await logIn()];
        assert.deepEqual(await alive(old), [200, 200]);
        assert.equal((await ask('DELETE /users/ann', undefined, undefined, key)).status, 204);
        assert.deepEqual(await alive(old), [401, 401]);
        const { json } = await ask(line, body);
        assert.deepEqual(await alive([...old, json.token ?? (await logIn())]), [401, 401, 200], line);
        await ask('DELETE /users/ann', undefined, undefined, key);
      }
    });

    test('a credential that code issued for no identity of a record is not valid', async (t) => {
      for (const identity of ['integer', 'uuidv7']) {
        const text = unlimited
          .replace('| id | uuidv7 | assigned |', `| id | ${identity} | assigned |`)
          .replace('| owner | ref User | assigned from caller.id; on delete cascade |', '| owner | string | |')
          .replace('### me, save\n\n- Record: caller.id\n', '')
          .replaceAll('| /me |', '| /users/{id} |')
          .replace(
            '\n### Idempotency',
            '| let_in (handler) | POST | /let-in | `{ of: User.name }` | 200 `{ t?: credential }` |\n\n### Idempotency',
          )
          .replace('create User, log in User | |', 'create User, log in User, let_in | |');
        const code = {
          // biome-ignore lint/suspicious/noExplicitAny: the context of a handler
          async let_in({ input, issue }: any) {
            await issue('session', { id: input.of });
            return {};
          },
        };
        const { ask } = openPeople(await serveIn(t, text, {}, undefined, await address(), code));
        const { id } = (await ask('POST /users', { email: 'a@e.com', password: passwordOf('a') })).json;
        const reach = async (of: string) => {
          const { json } = await ask('POST /let-in', { of });
          return (await ask(`GET /users/${id}`, undefined, json.t)).status;
        };
        assert.equal(await reach(String(id)), 200);
        const strange = ['bot', '01', '1.0', ' 1', '1e0', '9'.repeat(30), '-1', `${id}x`];
        for (const other of strange) assert.equal(await reach(other), 401, other);
      }
    });

    test('a sign up for a record that exists issues nothing', async (t) => {
      const answer = '201 `User(id, email, role, token: credential)`';
      for (const place of ['header Authorization: Bearer', 'cookie sid']) {
        const text = sentIn(place).replace(answer, `${answer}; 200 \`User(id, token?: credential)\` when exists`);
        const { ask, served } = openPeople(await serveIn(t, text, {}, undefined, await address()));
        const made = await ask('POST /users', { email: 'ann@example.com', password: passwordOf('ann') });
        const again = await ask('POST /users', { email: 'ANN@example.com', password: 'another password' });
        assert.deepEqual([made.status, again.status, again.json], [201, 200, { id: made.json.id }]);
        assert.equal(again.headers.get('set-cookie'), null);
        assert.equal((await served.store.credentials.list()).length, 1);
      }
    });

    test('a log out shows the record whose session it ends', async (t) => {
      for (const identity of ['uuidv7 | assigned', 'integer | assigned', 'string | required; 1..40 characters']) {
        const text = unlimited
          .replace('| id | uuidv7 | assigned |', `| id | ${identity} |`)
          .replace('| owner | ref User | assigned from caller.id; on delete cascade |', '| owner | string | |')
          .replace('### me, save\n\n- Record: caller.id\n', '')
          .replaceAll('| /me |', '| /users/{id} |')
          .replace('| read User as me | GET | /users/{id} | | 200 `User` |\n', '')
          .replace('me, save', 'save')
          .replace('POST | /users | `User(email, password)`', 'POST | /users | `User`')
          .replace('| DELETE | /sessions | | 204 |', '| DELETE | /sessions | | 200 `User(id, email)` |');
        const { ask } = openPeople(await serveIn(t, text, {}, undefined, await address()));
        const ann = { email: 'ann@example.com', password: passwordOf('ann') };
        const { status, json } = await ask('POST /users', identity.startsWith('string') ? { id: '7', ...ann } : ann);
        assert.equal(status, 201);
        const out = await ask('DELETE /sessions', undefined, json.token);
        assert.deepEqual([out.status, out.json], [200, { id: json.id, email: ann.email }], identity);
        assert.equal((await ask('DELETE /sessions', undefined, json.token)).status, 401);
      }
    });

    test('a cookie that is valid no longer is removed, and keeps nobody from logging in', async (t) => {
      for (const place of ['cookie sid', 'cookie sid; header Authorization: Bearer']) {
        const { ask } = openPeople(await serveIn(t, sentIn(place), {}, undefined, await address()));
        const ann = { email: 'ann@example.com', password: passwordOf('ann') };
        const made = await ask('POST /users', ann);
        const stale = String(made.headers.get('set-cookie')).split(';')[0]!;
        assert.equal((await ask('POST /leave', undefined, undefined, { Cookie: stale })).status, 204);
        for (const Cookie of [stale, 'sid=of-another-application', `${stale}; sid=x`, 'sid=']) {
          for (const line of ['GET /me', 'DELETE /sessions']) {
            const refused = await ask(line, undefined, undefined, { Cookie });
            assert.equal(refused.status, 401);
            const removal = 'sid=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure';
            assert.equal(refused.headers.get('set-cookie'), removal, `${line} ${Cookie}`);
          }
          const inn = await ask('POST /sessions', ann, undefined, { Cookie });
          assert.equal(inn.status, 200, Cookie);
          assert.match(String(inn.headers.get('set-cookie')), /^sid=session_/);
          const wrong = await ask('POST /sessions', { ...ann, password: 'another password' }, undefined, { Cookie });
          assert.equal(wrong.json.code, 'wrong_password');
        }
        const Cookie = String((await ask('POST /sessions', ann)).headers.get('set-cookie')).split(';')[0]!;
        assert.equal(
          (await ask('POST /users', { ...ann, email: 'ben@example.com' }, undefined, { Cookie: stale })).status,
          201,
        );
        if (!place.includes('header')) continue;
        const mixed = await ask('GET /me', undefined, 'session_x', { Cookie });
        assert.deepEqual([mixed.status, mixed.headers.get('set-cookie')], [401, null], 'a valid cookie stays');
        assert.equal((await ask('POST /sessions', ann, 'session_x', { Cookie })).status, 401);
      }
    });

    test('a refused log in or sign up sets no cookie and issues nothing', async (t) => {
      const { ask, served } = openPeople(await serveIn(t, sentIn('cookie sid'), {}, undefined, await address()));
      const ann = { email: 'ann@example.com', password: passwordOf('ann') };
      await ask('POST /users', ann);
      const before = (await served.store.credentials.list()).length;
      for (const [line, body] of [
        ['POST /sessions', { ...ann, password: 'another password' }],
        ['POST /users', ann],
        ['POST /users', { email: 'ben@example.com', password: 'short' }],
      ] as const) {
        const { status, headers } = await ask(line, body);
        assert.ok(status >= 400);
        assert.equal(headers.get('set-cookie'), null);
      }
      assert.equal((await served.store.credentials.list()).length, before);
    });
  });
}

test('of log ins and new passwords at the same time, no session of an old password stays', async (t) => {
  const at = await freshDatabase();
  const instances = [await serveIn(t, unlimited, {}, undefined, at), await serveIn(t, unlimited, {}, undefined, at)];
  const [one, two] = instances.map(openPeople) as [People, People];
  let issued = 0;
  for (let round = 0; round < 10; round++) {
    const name = `ann${round}`;
    const mine = await one.signUp(name);
    const logIns = Array.from({ length: 8 }, (_, i) =>
      (i % 2 === 0 ? one : two).ask('POST /sessions', { email: `${name}@example.com`, password: passwordOf(name) }),
    );
    const changed = two.ask('PATCH /me', { password: 'something new' }, mine);
    const got = await Promise.all(logIns);
    assert.equal((await changed).status, 200);
    assert.ok(got.every(({ status }) => [200, 401].includes(status)));
    // An end is looked for each second.
    await new Promise((resolve) => setTimeout(resolve, round === 0 ? 1_500 : 0));
    const fresh = openPeople(await serveIn(t, unlimited, {}, undefined, at));
    for (const { status, json } of got) {
      if (status !== 200) continue;
      issued++;
      assert.equal((await fresh.ask('GET /me', undefined, json.token)).status, 401, `round ${round}`);
    }
    assert.equal((await fresh.ask('GET /me', undefined, mine)).status, 200);
  }
  assert.ok(issued > 0, 'some log ins came before the new password');
});
