import '../../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readDocument } from '../../../src/parts/index.ts';
import { createSource } from '../../../src/text/location.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { until } from './session-records.fixture.ts';
import { ada, openSigningIn, signingIn } from './sign-in.fixture.ts';

const minute = 60_000;

for (const [store, address] of everyStore) {
  describe(`signing in with an issuer ${store}`, () => {
    test('a new person gets a record of the claims, and signs in again by the account', async (t) => {
      const { ask, signIn, work } = await openSigningIn(t, await address());
      const first = await signIn(ada);
      assert.equal(first.status, 200, first.text);
      assert.deepEqual([first.json.email, first.json.name], [ada.email, 'Ada']);
      const again = await signIn({ ...ada, email: 'ada@new.example', name: 'Ada L.' });
      assert.deepEqual([again.json.id, again.json.email, again.json.name], [first.json.id, ada.email, 'Ada']);
      assert.notEqual(again.json.token, first.json.token);
      const { data } = (await ask('GET /accounts', undefined, again.json.token)).json;
      assert.deepEqual(
        data.map(({ id: _, ...account }: { id: string }) => account),
        [{ user: first.json.id, issuer: 'google', email: ada.email, name: 'Ada' }],
      );
      assert.equal((await ask('GET /sessions', undefined, again.json.token)).json.data.length, 2);
      const other = await signIn({ ...ada, email: 'other@example.com' }, 'work');
      assert.notEqual(other.json.id, first.json.id, 'the same subject at another issuer is another person');
      assert.ok(!work.asked.includes('/userinfo'));
    });

    test('an address that the issuer has not confirmed counts for nothing, and values that do not fit are left out', async (t) => {
      const { signIn, ask } = await openSigningIn(t, await address());
      for (const [at, email_verified] of [false, undefined, 'false', 1, null].entries()) {
        const { status, json } = await signIn({ ...ada, sub: `ada ${at}`, email_verified: email_verified as boolean });
        assert.deepEqual([status, json.email, json.name], [200, undefined, 'Ada'], String(email_verified));
      }
      const odd = {
        sub: 'odd',
        name: 'x'.repeat(5_000),
        picture: 'no address',
        email: 'nonsense',
        email_verified: true,
      };
      const { status, json } = await signIn(odd);
      assert.deepEqual([status, json.email, json.name], [200, undefined, 'x'.repeat(40)]);
      const [account] = (await ask('GET /accounts', undefined, json.token)).json.data;
      assert.deepEqual([account.email, account.name], [undefined, 'x'.repeat(100)]);
    });

    test('a session that a sign in begins has a refresh token, and a link of a further account none', async (t) => {
      const document = signingIn
        .replace(
          'Credential | Lifetime |\n| --- | --- | --- | --- | --- |',
          'Credential | Lifetime | Refresh |\n| --- | --- | --- | --- | --- | --- |',
        )
        .replace('| token | 30 days |', '| token | 15 minutes | 30 days |')
        .replace('name?, token: credential)`', 'name?, token: credential, next: refresh token)`')
        .replace(
          '| log out User | DELETE | /session | | 204 |',
          '$&\n| refresh User | POST | /refresh | `{ next: refresh token }` | 200 `{ token: credential, next: refresh token }` |',
        )
        .replace('| public | create User,', '| public | refresh User, create User,');
      const { ask, signIn } = await openSigningIn(t, await address(), { document });
      const first = await signIn(ada);
      assert.equal(first.status, 200, first.text);
      const second = await ask('POST /refresh', { next: first.json.next });
      assert.equal(second.status, 200, second.text);
      assert.notEqual(second.json.next, first.json.next);
      assert.equal((await ask('GET /me', undefined, second.json.token)).json.id, first.json.id);
      const shown = document.replace('200 `User(id, name?)`', '200 `User(id, name?, next: refresh token)`');
      const { diagnostics } = readDocument(createSource('x.md', shown));
      assert.deepEqual(
        diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code),
        ['endpoints/refresh-token-elsewhere'],
      );
    });

    test('S84: an address of another record is never linked, in neither direction', async (t) => {
      const { ask, signIn } = await openSigningIn(t, await address());
      const body = { email: 'ADA@example.com', password: 'a password of somebody' };
      const somebody = (await ask('POST /users', body)).json;
      const refused = await signIn(ada);
      assert.deepEqual([refused.status, refused.json.code], [409, 'address_taken']);
      assert.equal((await ask('GET /accounts', undefined, somebody.token)).json.data.length, 0);
      const mine = (await signIn({ ...ada, sub: 'ben', email: 'ben@example.com' })).json;
      const taken = await ask('POST /users', { ...body, email: 'ben@example.com' });
      assert.equal(taken.status, 409);
      for (const password of ['null', 'a password of somebody']) {
        const guessed = await ask('POST /sessions', { email: 'ben@example.com', password });
        assert.deepEqual([guessed.status, guessed.json.code], [401, 'wrong_password'], 'a record without a password');
      }
      assert.equal((await ask('GET /me', undefined, mine.token)).status, 200);
    });

    test('S84: a person links further accounts to the own record, and unlinks them', async (t) => {
      const people = await openSigningIn(t, await address());
      const { ask, signIn, google, work } = people;
      const mine = (await ask('POST /users', { email: ada.email, password: 'correct horse' })).json;
      const other = (await signIn({ ...ada, sub: 'ben', email: 'ben@example.com' })).json;
      const start = async (token: string, issuer: string) =>
        (await ask('POST /accounts/start', { issuer }, token)).json as { address: string; attempt: string };
      const { address: at, attempt } = await start(mine.token, 'google');
      const back = { attempt, ...google.signIn(at, ada) };
      for (const token of [undefined, other.token]) {
        const got = await ask('POST /accounts', back, token);
        assert.equal(got.status, token === undefined ? 401 : 400, got.text);
      }
      assert.equal((await ask('POST /sign-in/return', back)).status, 400, 'an attempt to link signs nobody in');
      const linked = await ask('POST /accounts', back, mine.token);
      assert.deepEqual([linked.status, linked.json.id], [200, mine.id], linked.text);
      assert.equal((await signIn(ada)).json.id, mine.id);
      const again = await start(mine.token, 'google');
      const returned = google.signIn(again.address, ada);
      const same = await ask('POST /accounts', { attempt: again.attempt, ...returned }, mine.token);
      assert.equal(same.status, 200, 'it is linked already');
      const taken = await start(other.token, 'google');
      const refused = await ask(
        'POST /accounts',
        { attempt: taken.attempt, ...google.signIn(taken.address, ada) },
        other.token,
      );
      assert.deepEqual([refused.status, refused.json.code], [409, 'address_taken']);
      const second = await start(mine.token, 'work');
      await ask(
        'POST /accounts',
        { attempt: second.attempt, ...work.signIn(second.address, { sub: 'a1' }) },
        mine.token,
      );
      const { data } = (await ask('GET /accounts', undefined, mine.token)).json;
      assert.deepEqual(data.map(({ issuer }: { issuer: string }) => issuer).sort(), ['google', 'work']);
      const id = data.find(({ issuer }: { issuer: string }) => issuer === 'google').id;
      assert.equal((await ask(`DELETE /accounts/${id}`, undefined, other.token)).status, 404);
      assert.equal((await ask(`DELETE /accounts/${id}`, undefined, mine.token)).status, 204);
      assert.equal((await signIn(ada)).status, 409);
      assert.equal((await signIn({ sub: 'a1' }, 'work')).json.id, mine.id);
    });

    test('S85: an attempt to link ends with the session that began it', async (t) => {
      const { ask, google } = await openSigningIn(t, await address());
      const credentials = { email: ada.email, password: 'correct horse' };
      const { token } = (await ask('POST /users', credentials)).json;
      const { address: at, attempt } = (await ask('POST /accounts/start', { issuer: 'google' }, token)).json;
      const later = (await ask('POST /sessions', credentials)).json.token;
      const got = await ask('POST /accounts', { attempt, ...google.signIn(at, ada) }, later);
      assert.deepEqual([got.status, got.json.code], [400, 'sign_in_over']);
    });

    test('S85: an attempt is used once, ends after ten minutes, and belongs to its state', async (t) => {
      let now = Date.now();
      const people = await openSigningIn(t, await address(), { now: () => now });
      const { ask, prepare, google } = people;
      google.repeats = true;
      const used = await prepare(ada);
      assert.equal((await ask('POST /sign-in/return', used)).status, 200);
      const other = await prepare(ada);
      const late = await prepare(ada);
      const cases: readonly object[] = [
        used,
        { ...other, state: used.state },
        { ...other, attempt: used.attempt },
        { ...other, state: '' },
        { ...other, attempt: other.attempt!.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) },
        { ...other, attempt: `${other.attempt}.x` },
        { ...other, attempt: 'x' },
        { ...other, attempt: '.' },
        { ...other, iss: 'https://issuer.example' },
        { ...other, code: 'of somebody else' },
        { ...other, code: '' },
        { attempt: other.attempt, state: other.state },
      ];
      for (const body of cases) {
        const got = await ask('POST /sign-in/return', body);
        assert.deepEqual([got.status, got.json.code], [400, 'sign_in_over'], JSON.stringify(body));
      }
      assert.equal((await ask('POST /sign-in/return', other)).status, 200, 'a wrong request uses nothing up');
      now += 10 * minute;
      assert.equal((await ask('POST /sign-in/return', late)).status, 400);
    });

    test('S85: of two requests with one attempt, one signs in', async (t) => {
      const { ask, prepare, google } = await openSigningIn(t, await address());
      google.repeats = true;
      const body = await prepare(ada);
      const all = await Promise.all([1, 2, 3, 4].map(() => ask('POST /sign-in/return', body)));
      assert.deepEqual(all.map(({ status }) => status).sort(), [200, 400, 400, 400]);
    });

    test('S85: an attempt that one operation has ended is over for another', async (t) => {
      const document = signingIn
        .replace(
          '| start sign in User as start_link',
          '| sign in User as again | POST | /again | | 200 `{ token: credential }` |\n$&',
        )
        .replace('| public | create User, log in User,', '| public | again, create User, log in User,');
      const { ask, prepare, google } = await openSigningIn(t, await address(), { document });
      google.repeats = true;
      const body = await prepare(ada);
      assert.equal((await ask('POST /sign-in/return', body)).status, 200);
      assert.equal((await ask('POST /again', body)).status, 400);
    });

    test('a new person who signs in several times at once gets one record', async (t) => {
      const { ask, prepare } = await openSigningIn(t, await address());
      const bodies = await Promise.all(Array.from({ length: 6 }, () => prepare(ada)));
      const all = await Promise.all(bodies.map((body) => ask('POST /sign-in/return', body)));
      assert.deepEqual([...new Set(all.map(({ status }) => status))], [200], all.map(({ text }) => text).join());
      assert.equal(new Set(all.map(({ json }) => json.id)).size, 1);
    });

    test('the row rule of a sign in holds for the record, and a refused sign in changes nothing', async (t) => {
      const people = await openSigningIn(t, await address(), {
        document: signingIn.replace('`role == "member"`', '`name == "Ben"`'),
      });
      const refused = await people.signIn(ada);
      assert.equal(refused.status, 403);
      const welcome = await people.signIn({ ...ada, name: 'Ben' });
      assert.equal(welcome.status, 200, 'the first sign in has stored neither a record nor an account');
    });

    test('without the line Creates, only people with an account sign in', async (t) => {
      const people = await openSigningIn(t, await address(), {
        document: signingIn.replace('- Creates: email, name, picture\n', ''),
      });
      const refused = await people.signIn(ada);
      assert.deepEqual([refused.status, refused.json.code], [403, 'stranger']);
    });

    test('a person without a confirmed address gets no record that requires one', async (t) => {
      const people = await openSigningIn(t, await address(), {
        document: signingIn.replace('| email | email | unique', '| email | email | required; unique'),
      });
      const refused = await people.signIn({ ...ada, email_verified: false });
      assert.deepEqual([refused.status, refused.json.code], [403, 'stranger']);
      assert.equal((await people.signIn(ada)).status, 200);
    });

    test('a record that is deleted takes its accounts along, and its person is new', async (t) => {
      const document = signingIn
        .replace('| create Note |', '| delete User as leave_for_good | DELETE | /me | | 204 |\n| create Note |')
        .replace('### me, save, start_link, link', '### me, save, start_link, link, leave_for_good')
        .replace('leave, me, save', 'leave, leave_for_good, me, save');
      const { ask, signIn } = await openSigningIn(t, await address(), { document });
      const first = (await signIn(ada)).json;
      assert.equal((await ask('DELETE /me', undefined, first.token)).status, 204);
      const second = (await signIn(ada)).json;
      assert.notEqual(second.id, first.id);
    });

    test('used attempts are deleted when they are over', async (t) => {
      let now = Date.now();
      const { served, signIn } = await openSigningIn(t, await address(), { now: () => now });
      await signIn(ada);
      now += 30 * minute;
      let removed = 0;
      await until(async () => {
        removed += await served.store.expireStoredResponses(now, 100);
        return removed === 1;
      });
    });
  });
}
