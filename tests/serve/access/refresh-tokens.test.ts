import '../../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { freshDatabase } from '../../support/postgres.ts';
import { type Served, serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { openRefreshing, refreshed, refreshedRecords, withIdle } from './refresh-tokens.fixture.ts';
import { listTold, until } from './session-records.fixture.ts';

const [second, minute, day] = [1000, 60_000, 24 * 60 * 60_000];
const kinds = [
  ['credentials', refreshed],
  ['records', refreshedRecords],
] as const;

for (const [kind, document] of kinds) {
  for (const [store, address] of everyStore) {
    describe(`refresh tokens of sessions that are ${kind} ${store}`, () => {
      let now = Date.now();
      const open = async (t: Parameters<typeof serveIn>[0], text: string = document) => {
        now = Date.now();
        return openRefreshing(await serveIn(t, text, {}, () => now, await address()));
      };

      test('a refresh token gets a credential and the next refresh token, until the session ends', async (t) => {
        const { signUp, refresh, works } = await open(t);
        const first = await signUp('ann');
        now += 14 * minute;
        const next = await refresh(first.refresh);
        assert.equal(next.status, 200);
        assert.notEqual(next.refresh, first.refresh);
        assert.deepEqual([await works(first.token), await works(next.token)], [true, true], 'until its Lifetime');
        now += minute;
        assert.deepEqual([await works(first.token), await works(next.token)], [false, true]);
        let { refresh: last } = next;
        for (let count = 0; count < 8; count++) {
          now += 10 * day;
          const got = await refresh(last);
          assert.equal(got.status, 200);
          last = got.refresh;
        }
        now += 10 * day - 25 * minute;
        const short = await refresh(last);
        assert.equal(short.status, 200);
        now += 10 * minute + second;
        assert.deepEqual(
          [await works(short.token), (await refresh(short.refresh)).status],
          [false, 401],
          'after 90 days',
        );
      });

      test('a repeated request gets the same refresh token for 30 seconds, then ends the session', async (t) => {
        const { signUp, logIn, refresh, works } = await open(t);
        const [first, other] = [await signUp('ann'), await logIn('ann')];
        const next = await refresh(first.refresh);
        now += 30 * second;
        const repeated = await refresh(first.refresh);
        assert.deepEqual([repeated.status, repeated.refresh], [200, next.refresh]);
        assert.deepEqual([await works(next.token), await works(repeated.token)], [true, true]);
        now += 1;
        assert.equal((await refresh(first.refresh)).status, 401);
        for (const { token } of [first, next, repeated]) assert.equal(await works(token), false);
        assert.equal((await refresh(next.refresh)).status, 401);
        assert.deepEqual([await works(other.token), (await refresh(other.refresh)).status], [true, 200]);
      });

      test('a token ends the session if a later one was used, at once', async (t) => {
        const { signUp, refresh, works } = await open(t);
        const first = await signUp('ann');
        const next = await refresh(first.refresh);
        const last = await refresh(next.refresh);
        assert.equal((await refresh(first.refresh)).status, 401);
        assert.deepEqual([await works(last.token), (await refresh(last.refresh)).status], [false, 401]);
      });

      test('only the text of a refresh token is one, and it is not a credential', async (t) => {
        const { ask, signUp, refresh, works } = await open(t);
        const [ann, ben] = [await signUp('ann'), await signUp('ben')];
        assert.equal(await works(ann.refresh), false);
        const split = ann.refresh.length - 24;
        const swap = ann.refresh.at(-1) === 'A' ? 'B' : 'A';
        const guesses = [
          ann.token,
          '',
          'session_refresh_',
          `${ann.refresh}A`,
          ann.refresh.slice(0, -1),
          ann.refresh.slice(0, -1) + swap,
          ann.refresh.slice(0, split) + ben.refresh.slice(split),
          `${ann.refresh.slice(0, split)}AAAAAQ${ann.refresh.slice(split + 6)}`,
          ann.refresh.replace('session_', 'other_'),
          ` ${ann.refresh}`,
          ann.refresh.toUpperCase(),
          'x'.repeat(5000),
          "' OR '1'='1",
        ];
        for (const guess of guesses) {
          const { status } = await refresh(guess);
          assert.equal(status, 401, guess.slice(0, 80));
        }
        for (const body of [{}, { refresh_token: null }, { refresh_token: [ann.refresh] }, { refresh_token: 1 }])
          assert.equal((await ask('POST /refresh', body)).status, 422, JSON.stringify(body));
        const got = await refresh(ann.refresh);
        assert.deepEqual([got.status, await works(got.token)], [200, true], 'a guess ends nothing');
      });

      test('a credential that has ended may be sent along, and nothing of it counts', async (t) => {
        const { ask, signUp, logOut } = await open(t);
        const [ann, ben] = [await signUp('ann'), await signUp('ben')];
        now += 20 * minute;
        for (const token of [ann.token, ben.token, 'rubbish']) {
          const got = await ask('POST /refresh', { refresh_token: ben.refresh }, token);
          assert.equal(got.status, 200, got.text);
          assert.equal((await ask('GET /me', undefined, got.json.access_token)).json.email, 'ben@example.com');
        }
        assert.equal((await logOut(ann.token)).status, 401);
      });

      test('whatever ends a session ends its refresh token', async (t) => {
        const { ask, signUp, logIn, refresh, works, logOut } = await open(t);
        const first = await signUp('ann');
        const next = await refresh(first.refresh);
        assert.equal((await logOut(next.token)).status, 204);
        assert.deepEqual(
          [await works(first.token), await works(next.token), (await refresh(next.refresh)).status],
          [false, false, 401],
          'log out',
        );
        const [own, other, ben] = [await logIn('ann'), await logIn('ann'), await signUp('ben')];
        const later = await refresh(own.refresh);
        const saved = await ask('PATCH /me', { password: 'another password' }, own.token);
        assert.equal(saved.status, 200, saved.text);
        assert.deepEqual(
          [await works(later.token), (await refresh(later.refresh)).status],
          [true, 200],
          'the session of the request goes on after a new password',
        );
        assert.deepEqual([await works(other.token), (await refresh(other.refresh)).status], [false, 401]);
        const [left, leaving] = [await logIn('ben'), await logIn('ben')];
        assert.equal((await ask('POST /leave', undefined, leaving.token)).status, 204);
        for (const { token, refresh: text } of [ben, left, leaving])
          assert.deepEqual([await works(token), (await refresh(text)).status], [false, 401], 'every session');
      });

      test('refreshes with one token at once get one next token, and the session goes on', async (t) => {
        const { signUp, refresh, works } = await open(t);
        let { refresh: text } = await signUp('ann');
        for (let round = 0; round < 5; round++) {
          const all = await Promise.all(Array.from({ length: 8 }, () => refresh(text)));
          assert.deepEqual([...new Set(all.map(({ status }) => status))], [200]);
          assert.equal(new Set(all.map((one) => one.refresh)).size, 1);
          assert.equal(new Set(all.map(({ token }) => token)).size, 8);
          for (const { token } of all) assert.equal(await works(token), true);
          text = all[0]!.refresh;
        }
      });

      test('no token is left of a session that ends while it is refreshed', async (t) => {
        const { ask, signUp, logIn, refresh, works, logOut } = await open(t);
        await signUp('ann');
        for (let round = 0; round < 12; round++) {
          const { token, refresh: text } = await logIn('ann');
          const keeper = await logIn('ann');
          const end =
            round % 2 === 0
              ? () => logOut(token)
              : () => ask('PATCH /me', { password: `password ${round}` }, keeper.token);
          const restored = async () => ask('PATCH /me', { password: 'password of ann' }, keeper.token);
          const [got, ended] = await Promise.all([refresh(text), end()]);
          assert.ok(ended.status < 300, ended.text);
          if (got.status === 200) {
            assert.equal(await works(got.token), false, `round ${round}`);
            assert.equal((await refresh(got.refresh)).status, 401);
          } else assert.equal(got.status, 401);
          if (round % 2 === 1) assert.equal((await restored()).status, 200);
        }
      });

      test('a session goes on while it is in use, by requests or by refreshes', async (t) => {
        const { signUp, refresh, works, served } = await open(t, withIdle(document));
        const [ann, ben, cat] = [await signUp('ann'), await signUp('ben'), await signUp('cat')];
        let last = ann;
        for (let count = 0; count < 4; count++) {
          now += 29 * minute;
          const got = await refresh(last.refresh);
          assert.equal(got.status, 200, `${count}`);
          last = got;
        }
        assert.equal((await refresh(ben.refresh)).status, 401);
        now += 14 * minute;
        assert.equal(await works(last.token), true);
        await until(async () =>
          (await served.store.credentials.list()).some(
            ({ kind: of, lastUsedAt = 0 }) => of === 'refresh' && lastUsedAt > now - 2 * minute,
          ),
        );
        now += 20 * minute;
        const got = await refresh(last.refresh);
        assert.equal(got.status, 200, 'the last request was 20 minutes ago');
        now += 33 * minute;
        assert.deepEqual([(await refresh(got.refresh)).status, (await refresh(cat.refresh)).status], [401, 401]);
      });

      test('a row rule of public is judged at each refresh', async (t) => {
        const guarded = document
          .replace(
            '| public | create User, log in User, refresh User | |',
            '| public | create User | |\n| public | log in User, refresh User | `!has(name) \\|\\| name != "barred"` |',
          )
          .replace('`User(email, password)` | 200 `User` |', '`User(email, password, name)` | 200 `User` |');
        const { ask, signUp, refresh } = await open(t, guarded);
        const { token, refresh: text } = await signUp('ann');
        assert.equal((await ask('PATCH /me', { name: 'barred' }, token)).status, 200);
        assert.equal((await refresh(text)).status, 403);
        now += minute;
        assert.equal((await ask('PATCH /me', { name: 'ann' }, token)).status, 200);
        assert.equal((await refresh(text)).status, 200, 'a refusal replaces nothing');
      });

      test('a rate limit counts refreshes by address', async (t) => {
        const limited = document.replace(
          /\| guessing \| rate \|.*\n/,
          '| guessing | rate | log in User | ip | 2000 per minute | |\n| refreshing | rate | refresh User | ip | 3 per minute | |\n',
        );
        const { signUp, refresh } = await open(t, limited);
        let { refresh: text } = await signUp('ann');
        const statuses = [];
        for (let count = 0; count < 5; count++) {
          const got = await refresh(text);
          statuses.push(got.status);
          text = got.refresh ?? text;
        }
        assert.deepEqual(statuses, [200, 200, 200, 429, 429]);
      });
    });
  }

  test(`two instances refresh a session that is ${kind} at once, and either ends it for both`, async (t) => {
    let now = Date.now();
    const at = await freshDatabase();
    const instance = async (): Promise<Served> => serveIn(t, document, {}, () => now, at);
    const [here, there] = [openRefreshing(await instance()), openRefreshing(await instance())];
    let { refresh: text } = await here.signUp('ann');
    for (let round = 0; round < 10; round++) {
      const both = await Promise.all([here, there, here, there].map(({ refresh }) => refresh(text)));
      assert.deepEqual(
        both.map(({ status }) => status),
        [200, 200, 200, 200],
      );
      assert.equal(new Set(both.map((one) => one.refresh)).size, 1);
      text = both[0]!.refresh;
    }
    const stolen = text;
    const { token, refresh: last } = await here.refresh(text);
    assert.equal(await there.works(token), true);
    now += minute;
    const both = await Promise.all([here.refresh(stolen), there.refresh(last)]);
    assert.equal(both[0]!.status, 401);
    await until(async () => !(await there.works(token)));
    assert.equal((await there.refresh(both[1]!.refresh ?? last)).status, 401);
  });
}

for (const [store, address] of everyStore) {
  test(`the record of a session lasts as long as its refresh token, and goes with it ${store}`, async (t) => {
    let now = Date.now();
    const served = await serveIn(t, refreshedRecords, {}, () => now, await address());
    const { ask, signUp, logIn, refresh, works } = openRefreshing(served);
    const begun = now;
    const first = await signUp('ann');
    const next = await refresh(first.refresh);
    const session = (await ask('GET /session', undefined, next.token)).json;
    assert.equal(Date.parse(session.expires_at), begun + 90 * day);
    const keeper = await logIn('ann');
    now += 40 * second;
    assert.equal((await refresh(first.refresh)).status, 401);
    const told = await listTold(served, 'id');
    assert.equal(told.filter((line) => line === `session.ended ${session.id}`).length, 1);
    const list = async (token: string) => (await ask('GET /sessions', undefined, token)).json.data.length;
    assert.equal(await list(keeper.token), 1);
    const gone = await logIn('ann');
    const { id } = (await ask('GET /session', undefined, gone.token)).json;
    assert.equal((await ask(`DELETE /sessions/${id}`, undefined, keeper.token)).status, 204);
    assert.equal((await refresh(gone.refresh)).status, 401);
    const away = await logIn('ann');
    now += 20 * minute;
    await new Promise((resolve) => setTimeout(resolve, 2500));
    const back = await refresh(away.refresh);
    assert.deepEqual(
      [back.status, await works(back.token), await list(back.token)],
      [200, true, 2],
      'the credential alone has ended',
    );
    now += 91 * day;
    await until(
      async () => (await listTold(served, 'id')).filter((line) => line.startsWith('session.ended')).length === 4,
    );
  });

  test(`an operator who revokes a credential ends its session, with the refresh token ${store}`, async (t) => {
    for (const [kind, document] of kinds) {
      const served = await serveIn(t, document, {}, undefined, await address());
      const { signUp, logIn, refresh, works } = openRefreshing(served);
      const [first, other] = [await signUp('ann'), await logIn('ann')];
      const next = await refresh(first.refresh);
      const all = await served.store.credentials.list();
      const newest = all.filter(({ kind: of, generation }) => of === 'token' && generation === 1);
      assert.equal(newest.length, 1);
      assert.equal(await served.store.credentials.revoke(newest[0]!.id, Date.now()), true);
      assert.equal((await refresh(next.refresh)).status, 401, kind);
      await until(async () => !(await works(first.token)) && !(await works(next.token)));
      assert.deepEqual([await works(other.token), (await refresh(other.refresh)).status], [true, 200], kind);
    }
  });
}
