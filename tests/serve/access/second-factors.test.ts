import '../../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compile } from '../../../src/codegen/compile.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import {
  addFactor,
  addRecoveryCode,
  codeOf,
  confirmFactor,
  factored,
  logInWith,
  step,
  told,
  wrongCodeOf,
} from './second-factors.fixture.ts';
import { listTold } from './session-records.fixture.ts';
import { openPeople, passwordOf } from './sessions.fixture.ts';

/** The document without a list of factors, whose index would have the factors of a person in order. */
const unlisted = factored.replace(/^\| list Authenticator .*\n/m, '');

for (const [store, address] of everyStore) {
  describe(`second factors ${store}`, () => {
    /** Serves people, of whom Ann has signed up, at a time that stands still. */
    const open = async (t: Parameters<typeof serveIn>[0]) => {
      const clock = { now: Math.floor(Date.now() / step) * step + 5_000 };
      const served = await serveIn(t, factored, {}, () => clock.now, await address());
      const people = openPeople(served);
      return { served, people, clock, ann: await people.signUp('ann') };
    };

    test('a factor counts once its first code was presented, and then a log in needs a code', async (t) => {
      const { people, clock, ann } = await open(t);
      const added = await addFactor(people, ann);
      assert.match(
        added.uri,
        /^otpauth:\/\/totp\/Second%20factors:ann%40example\.com\?secret=[A-Z2-7]{32}&issuer=Second%20factors&algorithm=SHA1&digits=6&period=30$/,
      );
      assert.equal((await logInWith(people, 'ann')).status, 200, 'a factor that was not confirmed locks nobody out');
      const confirm = `POST /authenticators/${added.id}/confirm`;
      const wrong = await people.ask(confirm, { code: wrongCodeOf(added.uri, clock.now) }, ann);
      assert.deepEqual([...told(wrong), wrong.json.errors[0].pointer], [422, 'invalid', '/code']);
      assert.equal((await people.ask(confirm, {}, ann)).status, 422);
      assert.equal((await logInWith(people, 'ann')).status, 200);
      const confirmed = await people.ask(confirm, { code: codeOf(added.uri, clock.now) }, ann);
      assert.equal(confirmed.json.confirmed_at, new Date(clock.now).toISOString());
      assert.ok(!confirmed.text.includes('secret'), confirmed.text);

      assert.deepEqual(told(await logInWith(people, 'ann')), [401, 'code_required']);
      const replayed = await logInWith(people, 'ann', codeOf(added.uri, clock.now));
      assert.deepEqual(told(replayed), [401, 'wrong_password'], 'the code that confirmed the factor was used');
      clock.now += step;
      assert.equal((await logInWith(people, 'ann', codeOf(added.uri, clock.now))).status, 200);
      assert.equal((await logInWith(people, 'ben')).status, 401);
    });

    test('S81: a code logs in once, and so does none of an earlier time step', async (t) => {
      const { people, clock, ann } = await open(t);
      const { uri } = await confirmFactor(people, ann, clock.now);
      clock.now += 2 * step;
      assert.equal((await logInWith(people, 'ann', codeOf(uri, clock.now))).status, 200);
      for (const later of [0, -1]) {
        const again = await logInWith(people, 'ann', codeOf(uri, clock.now, later));
        assert.deepEqual(told(again), [401, 'wrong_password']);
      }
      const spaced = codeOf(uri, clock.now, 1).replace(/^(...)/, '$1 ');
      assert.equal((await logInWith(people, 'ann', spaced)).status, 200, 'the next one is accepted early');
      clock.now += 5 * step;
      for (const later of [2, -2])
        assert.equal((await logInWith(people, 'ann', codeOf(uri, clock.now, later))).status, 401);
      assert.equal((await logInWith(people, 'ann', codeOf(uri, clock.now, -1))).status, 200);
    });

    test('S81: of many log ins with one code at the same time one succeeds', async (t) => {
      const { people, clock, ann } = await open(t);
      const { uri } = await confirmFactor(people, ann, clock.now);
      const code = codeOf(uri, clock.now);
      const all = await Promise.all(Array.from({ length: 12 }, () => logInWith(people, 'ann', code)));
      assert.equal(all.filter(({ status }) => status === 200).length, 1);
      assert.equal((await people.ask('GET /sessions', undefined, ann)).json.data.length, 2);
    });

    test('S83: neither a wrong password nor an unknown person reveals who has a second factor', async (t) => {
      const { people, clock, ann } = await open(t);
      const { uri } = await confirmFactor(people, ann, clock.now);
      await people.signUp('ben');
      const bodies = [
        { email: 'ann@example.com', password: 'wrong password' },
        { email: 'ann@example.com', password: 'wrong password', code: codeOf(uri, clock.now) },
        { email: 'ann@example.com', password: passwordOf('ann'), code: wrongCodeOf(uri, clock.now) },
        { email: 'ben@example.com', password: 'wrong password' },
        { email: 'eve@example.com', password: 'wrong password' },
        { email: 'eve@example.com', password: 'wrong password', code: '123456' },
      ];
      const answers = await Promise.all(bodies.map((body) => people.ask('POST /sessions', body)));
      const shown = answers.map(({ status, json: { traceId: _, trace_id: __, instance: ___, ...rest } }) => [
        status,
        rest,
      ]);
      for (const answer of shown) assert.deepEqual(answer, shown[0]);
      assert.equal((await logInWith(people, 'ann', codeOf(uri, clock.now))).status, 200, 'no code was used up');
    });

    test('S81: the code of another person is wrong, and so is one of their recovery codes', async (t) => {
      const { people, clock, ann } = await open(t);
      const ben = await people.signUp('ben');
      const [mine, other] = [await confirmFactor(people, ann, clock.now), await confirmFactor(people, ben, clock.now)];
      const recovery = await addRecoveryCode(people, ben);
      for (const code of [codeOf(other.uri, clock.now), recovery])
        assert.deepEqual(told(await logInWith(people, 'ann', code)), [401, 'wrong_password']);
      const theirs = await people.ask(
        `POST /authenticators/${other.id}/confirm`,
        { code: codeOf(other.uri, clock.now) },
        ann,
      );
      assert.equal(theirs.status, 404);
      assert.equal((await logInWith(people, 'ben', codeOf(other.uri, clock.now))).status, 200);
      assert.equal((await logInWith(people, 'ann', codeOf(mine.uri, clock.now))).status, 200);
    });

    test('S81: a recovery code logs in once: its record is deleted with its event', async (t) => {
      const { served, people, clock, ann } = await open(t);
      const recovery = await addRecoveryCode(people, ann);
      assert.equal((await logInWith(people, 'ann')).status, 200, 'recovery codes alone require nothing');
      assert.equal((await logInWith(people, 'ann', recovery)).status, 200);
      await confirmFactor(people, ann, clock.now);
      const kept = await addRecoveryCode(people, ann);
      assert.equal((await people.ask('GET /recovery-codes', undefined, ann)).json.data.length, 2);
      const all = await Promise.all(Array.from({ length: 6 }, () => logInWith(people, 'ann', recovery)));
      assert.equal(all.filter(({ status }) => status === 200).length, 1);
      assert.equal((await people.ask('GET /recovery-codes', undefined, ann)).json.data.length, 1);
      assert.equal((await listTold(served, 'id')).filter((line) => line.startsWith('code.used')).length, 1);
      assert.equal((await logInWith(people, 'ann', kept)).status, 200);
    });

    test('S82: after ten wrong codes in a row codes are refused for a growing time, and recovery codes are not', async (t) => {
      const { people, clock, ann } = await open(t);
      const { uri } = await confirmFactor(people, ann, clock.now);
      const recovery = await addRecoveryCode(people, ann);
      const guess = (count: number) =>
        Promise.all(Array.from({ length: count }, () => logInWith(people, 'ann', wrongCodeOf(uri, clock.now))));
      await guess(9);
      clock.now += step;
      assert.equal((await logInWith(people, 'ann', codeOf(uri, clock.now))).status, 200, 'a right code ends the count');
      clock.now += step;
      await guess(10);
      assert.deepEqual(told(await logInWith(people, 'ann', codeOf(uri, clock.now))), [401, 'wrong_password']);
      await guess(5);
      assert.equal((await logInWith(people, 'ann', recovery)).status, 200);
      clock.now += 59_000;
      assert.equal((await logInWith(people, 'ann', codeOf(uri, clock.now))).status, 401);
      clock.now += 2_000;
      await guess(1);
      clock.now += 61_000;
      assert.equal(
        (await logInWith(people, 'ann', codeOf(uri, clock.now))).status,
        401,
        'the eleventh takes two minutes',
      );
      clock.now += 60_000;
      assert.equal((await logInWith(people, 'ann', codeOf(uri, clock.now))).status, 200);
      clock.now += step;
      await guess(9);
      assert.equal((await logInWith(people, 'ann', codeOf(uri, clock.now))).status, 200, 'the count began again');
    });

    test('S82: a wrong password counts no code, so that no other person can use the codes up', async (t) => {
      const { people, clock, ann } = await open(t);
      const { uri } = await confirmFactor(people, ann, clock.now);
      const guess = { email: 'ann@example.com', password: 'wrong password', code: wrongCodeOf(uri, clock.now) };
      await Promise.all(Array.from({ length: 15 }, () => people.ask('POST /sessions', guess)));
      assert.equal((await logInWith(people, 'ann', codeOf(uri, clock.now))).status, 200);
    });

    test('an operation on the person needs a code if the person has a factor, and uses it up', async (t) => {
      const { people, clock, ann } = await open(t);
      const save = (body: object) => people.ask('PATCH /me', body, ann);
      assert.equal((await save({ name: 'Ann' })).status, 200);
      assert.equal((await save({ name: 'Ann', code: '123456' })).status, 200, 'a code of nobody is not looked at');
      const { uri } = await confirmFactor(people, ann, clock.now);
      assert.deepEqual(told(await save({ name: 'Anne' })), [401, 'code_required']);
      const wrong = await save({ name: 'Anne', code: wrongCodeOf(uri, clock.now) });
      assert.deepEqual([...told(wrong), wrong.json.errors[0].pointer], [422, 'invalid', '/code']);
      const code = codeOf(uri, clock.now);
      const all = await Promise.all([
        save({ name: 'A', code }),
        save({ name: 'B', code }),
        logInWith(people, 'ann', code),
      ]);
      assert.equal(all.filter(({ status }) => status === 200).length, 1);
      const recovery = await addRecoveryCode(people, ann);
      const named = await save({ name: 'Anna', code: recovery });
      assert.deepEqual([named.status, named.json.name, named.json.code], [200, 'Anna', undefined]);
      assert.deepEqual(told(await save({ name: 'C', code: recovery })), [422, 'invalid']);
    });

    test('whoever switches the factors off presents the password and a code, and logs in without one', async (t) => {
      const { people, clock, ann } = await open(t);
      const { uri } = await confirmFactor(people, ann, clock.now);
      const current = passwordOf('ann');
      const off = (body: object) => people.ask('POST /me/second-factor-off', body, ann);
      assert.deepEqual(told(await off({ current })), [401, 'code_required']);
      assert.deepEqual(told(await off({ current: 'wrong password', code: codeOf(uri, clock.now) })), [422, 'invalid']);
      const code = codeOf(uri, clock.now);
      assert.equal((await logInWith(people, 'ann', code)).status, 200);
      assert.deepEqual(told(await off({ current, code })), [422, 'invalid'], 'the code was used');
      clock.now += step;
      assert.equal((await off({ current, code: codeOf(uri, clock.now) })).status, 204);
      assert.deepEqual((await people.ask('GET /authenticators', undefined, ann)).json.data, []);
      assert.equal((await logInWith(people, 'ann')).status, 200);
    });

    test('a factor that is deleted at the time of a log in leaves either the one or the other first', async (t) => {
      const { people, clock, ann } = await open(t);
      for (let round = 0; round < 5; round += 1) {
        const { id, uri } = await confirmFactor(people, ann, clock.now);
        const code = codeOf(uri, clock.now);
        const [gone, withCode, without] = await Promise.all([
          people.ask(`DELETE /authenticators/${id}`, undefined, ann),
          logInWith(people, 'ann', code),
          logInWith(people, 'ann'),
        ]);
        assert.equal(gone.status, 204, gone.text);
        assert.equal(withCode.status, 200, withCode.text);
        assert.ok([200, 401].includes(without.status), without.text);
        assert.equal((await logInWith(people, 'ann')).status, 200);
      }
    });

    test('a factor stays as it is if its other fields are changed', async (t) => {
      const { people, clock, ann } = await open(t);
      const { id, uri } = await confirmFactor(people, ann, clock.now);
      const renamed = await people.ask(`PATCH /authenticators/${id}`, { name: 'tablet' }, ann);
      assert.deepEqual([renamed.status, renamed.json.name, renamed.json.uri], [200, 'tablet', undefined]);
      assert.equal((await people.ask(`PATCH /authenticators/${id}`, { uri }, ann)).status, 422);
      assert.deepEqual(told(await logInWith(people, 'ann')), [401, 'code_required']);
      assert.equal((await logInWith(people, 'ann', codeOf(uri, clock.now))).status, 200);
      assert.equal((await logInWith(people, 'ann', codeOf(uri, clock.now))).status, 401);
    });

    test('S82: either of two factors logs in, and wrong codes count for both', async (t) => {
      const { people, clock, ann } = await open(t);
      const [phone, key] = [await confirmFactor(people, ann, clock.now), await confirmFactor(people, ann, clock.now)];
      for (const { uri } of [phone, key])
        assert.equal((await logInWith(people, 'ann', codeOf(uri, clock.now))).status, 200);
      clock.now += step;
      const guesses = Array.from({ length: 10 }, () => logInWith(people, 'ann', wrongCodeOf(phone.uri, clock.now)));
      await Promise.all(guesses);
      for (const { uri } of [phone, key])
        assert.equal((await logInWith(people, 'ann', codeOf(uri, clock.now))).status, 401);
    });

    test('S82: a factor counts, however many factors others have', async (t) => {
      const served = await serveIn(t, unlisted, {}, undefined, await address());
      const people = openPeople(served);
      const [ann, ben] = [await people.signUp('ann'), await people.signUp('ben')];
      const { id: user } = (await people.ask('GET /me', undefined, ben)).json;
      await confirmFactor(people, ann, Date.now());
      const code = compile(served.plan).resources.get('Authenticator')!;
      await served.store.write(async (part) => {
        for (let i = 1; i <= 10_001; i++) {
          const id = `00000000-0000-7000-8000-${String(i).padStart(12, '0')}`;
          await part.insert('Authenticator', code.toRow({ id, user, uri: 'x' }, 1, [0]));
        }
        return { result: undefined, undo: false };
      });
      assert.deepEqual(told(await logInWith(people, 'ann')), [401, 'code_required']);
      assert.equal((await logInWith(people, 'ben')).status, 200);
    });

    test('S82: wrong codes that arrive together all count, also where no password takes time', async (t) => {
      const document = unlisted.replace('- Present password: current\n', '');
      const clock = { now: Math.floor(Date.now() / step) * step + 5_000 };
      const people = openPeople(await serveIn(t, document, {}, () => clock.now, await address()));
      const ann = await people.signUp('ann');
      const { uri } = await confirmFactor(people, ann, clock.now);
      const off = (code: string) => people.ask('POST /me/second-factor-off', { code }, ann);
      const wrong = wrongCodeOf(uri, clock.now);
      await Promise.all(Array.from({ length: 12 }, () => off(wrong)));
      assert.equal((await off(codeOf(uri, clock.now))).status, 422);
      clock.now += 61_000;
      assert.equal((await off(codeOf(uri, clock.now))).status, 204);
    });

    test('S81: a clock that is set back makes no used code valid again', async (t) => {
      const { people, clock, ann } = await open(t);
      const { uri } = await confirmFactor(people, ann, clock.now);
      const code = codeOf(uri, clock.now);
      assert.equal((await logInWith(people, 'ann', code)).status, 200);
      for (let back = 0; back < 3; back += 1) {
        assert.equal((await logInWith(people, 'ann', code)).status, 401);
        assert.equal((await logInWith(people, 'ann', codeOf(uri, clock.now, -1))).status, 401);
        clock.now -= step;
      }
      clock.now += 4 * step;
      assert.equal((await logInWith(people, 'ann', codeOf(uri, clock.now))).status, 200);
    });
  });
}
