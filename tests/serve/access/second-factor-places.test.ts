import '../../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PreparedQuery, Store } from '../../../src/contracts/store.ts';
import { describeTypes } from '../../../src/describe/types/index.ts';
import { createCipher } from '../../../src/serve/platform-node.ts';
import { readKeptTotp } from '../../../src/text/codes/kept-totp.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { planFor, serveIn } from '../support/served.fixture.ts';
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
import { openPeople, passwordOf } from './sessions.fixture.ts';

/** The beginning of a time step. */
const begin = (): number => Math.floor(Date.now() / step) * step + 5_000;

/** Handlers, hooks and computed members that look at factors. */
const coded = factored
  .replace(
    '\n### log in User',
    `| look (handler) | POST | /look | | 200 \`{ seen: User.name }\` |
| look_at Authenticator (handler) | POST | /authenticators/{id}/look | | 200 \`{ seen: Authenticator.name }\` |
| let_in (handler) | POST | /let-in | \`{ of: User.name }\` | 200 \`{ token?: credential }\` |

### log in User`,
  )
  .replace('public | create User, log in User |', 'public | create User, log in User, let_in |')
  .replace('me, save, switch_off User |', 'me, save, switch_off User, look |')
  .replace('..60 characters |', '..1000 characters |');

for (const [store, address] of everyStore) {
  describe(`second factors in other places ${store}`, () => {
    test('no handler, hook or event gets the secret', async (t) => {
      const seen: unknown[] = [];
      const note = (value: unknown): string => {
        seen.push(value);
        return JSON.stringify(value);
      };
      const code = {
        // biome-ignore lint/suspicious/noExplicitAny: the context of a handler
        look: async ({ store: { asService } }: any) => {
          const [one] = await asService.list('Authenticator');
          const all = [
            one,
            await asService.get('Authenticator', one.id),
            await asService.update('Authenticator', one.id, { name: 'x' }),
          ];
          const { records } = await asService.page('Authenticator', {});
          for await (const record of asService.all('Authenticator')) all.push(record);
          return { seen: note([...all, ...records]) };
        },
        // biome-ignore lint/suspicious/noExplicitAny: the context of a handler
        'look_at Authenticator': ({ record }: any) => ({ seen: note(record) }),
        // biome-ignore lint/suspicious/noExplicitAny: the context of a handler
        let_in: async ({ input, issue }: any) => {
          await issue('session', { id: input.of });
          return {};
        },
        // biome-ignore lint/suspicious/noExplicitAny: the context of a hook
        before: { 'confirm Authenticator': ({ record, input }: any) => note([record, input]) },
        within: {
          // biome-ignore lint/suspicious/noExplicitAny: the context of a hook
          'create Authenticator': ({ record, old }: any) => void note([record, old]),
          // biome-ignore lint/suspicious/noExplicitAny: the context of a hook
          'confirm Authenticator': ({ record, old, input }: any) => void note([record, old, input]),
        },
        // biome-ignore lint/suspicious/noExplicitAny: the context of a hook
        after: { 'create Authenticator': ({ record }: any) => void note(record) },
      };
      const clock = { now: begin() };
      const served = await serveIn(t, coded, {}, () => clock.now, await address(), code);
      const people = openPeople(served);
      const ann = await people.signUp('ann');
      const { id, uri } = await confirmFactor(people, ann, clock.now);
      assert.equal((await people.ask('POST /look', undefined, ann)).status, 200);
      assert.equal((await people.ask(`POST /authenticators/${id}/look`, undefined, ann)).status, 200);
      assert.ok(seen.length >= 6, JSON.stringify(seen));
      const { secret } = readKeptTotp(uri)!;
      const text = JSON.stringify(seen);
      for (const hidden of [secret, 'otpauth', codeOf(uri, clock.now, -1)]) assert.ok(!text.includes(hidden), text);
      assert.ok(text.includes('phone'), text);
      assert.ok(!served.logged.join().includes(secret));
      // A handler that calls `issue` compares no code.
      const me = (await people.ask('GET /me', undefined, ann)).json.id;
      assert.equal((await people.ask('POST /let-in', { of: me })).status, 200);
      assert.equal((await logInWith(people, 'ann', codeOf(uri, clock.now))).status, 200, 'the factor stayed as it was');
    });

    test('the secret is stored encrypted, with what is known of its use', async (t) => {
      const clock = { now: begin() };
      const cipher = createCipher('a key of the operator');
      const served = await serveIn(t, factored, { cipher } as never, () => clock.now, await address());
      const people = openPeople(served);
      const ann = await people.signUp('ann');
      const { uri } = await confirmFactor(people, ann, clock.now);
      const { secret } = readKeptTotp(uri)!;
      const query = served.store.prepare({ resource: 'Authenticator', conditions: [] });
      const rowsOf = async () => JSON.stringify((await query.many({ conditions: [], now: 0, limit: 10 })).rows);
      assert.ok(!(await rowsOf()).includes(secret), await rowsOf());
      assert.match(await rowsOf(), /"sealed:1:[\w-]+"/);
      assert.equal((await logInWith(people, 'ann', wrongCodeOf(uri, clock.now))).status, 401);
      assert.equal((await logInWith(people, 'ann', codeOf(uri, clock.now))).status, 200);
      assert.ok(!(await rowsOf()).includes(secret));
    });

    test('a repeated create with an idempotency key shows the same URI', async (t) => {
      const people = openPeople(await serveIn(t, factored, {}, undefined, await address()));
      const ann = await people.signUp('ann');
      const add = () => people.ask('POST /authenticators', {}, ann, { 'Idempotency-Key': 'one' });
      const [first, second] = [await add(), await add()];
      assert.equal(first.status, 201, first.text);
      assert.equal(second.text, first.text);
    });

    test('older versions take the code, and a log in without it is refused there too', async (t) => {
      const versioned = `${factored.replace(/\n## Versioning\n[\s\S]*$/, '')}
## Versioning

| Version | Status |
| --- | --- |
| 2 | current |
| 1 | supported |

| Sent in | Name | When absent |
| --- | --- | --- |
| header | V | current |

### Changes

| Version | Change | What | Before |
| --- | --- | --- | --- |
| 2 | renamed | User.email | mail |
| 2 | renamed | User.name | called |
| 2 | renamed | Authenticator.uri | address |
`;
      const clock = { now: begin() };
      const people = openPeople(await serveIn(t, versioned, {}, () => clock.now, await address()));
      const ann = await people.signUp('ann');
      const older = { V: '1' };
      const added = await people.ask('POST /authenticators', { name: 'phone' }, ann, older);
      assert.equal(added.status, 201, added.text);
      const { id, address: uri } = added.json;
      const confirm = (code: string) => people.ask(`POST /authenticators/${id}/confirm`, { code }, ann, older);
      assert.deepEqual(told(await confirm(wrongCodeOf(uri, clock.now))), [422, 'invalid']);
      assert.equal((await confirm(codeOf(uri, clock.now, -1))).status, 200);
      const logIn = (more: object) =>
        people.ask(
          'POST /sessions',
          { mail: 'ann@example.com', password: passwordOf('ann'), ...more },
          undefined,
          older,
        );
      assert.deepEqual(told(await logIn({})), [401, 'code_required']);
      assert.deepEqual(told(await logIn({ code: wrongCodeOf(uri, clock.now) })), [401, 'wrong_password']);
      assert.equal((await logIn({ code: codeOf(uri, clock.now) })).status, 200);
      const save = (body: object) => people.ask('PATCH /me', body, ann, older);
      assert.deepEqual(told(await save({ called: 'Ann' })), [401, 'code_required']);
      const saved = await save({ called: 'Ann', code: codeOf(uri, clock.now, 1) });
      assert.deepEqual([saved.status, saved.json.called, saved.json.code], [200, 'Ann', undefined]);
    });

    test('a hook that refuses the deletion of a recovery code refuses the log in, and the code stays', async (t) => {
      const text = factored.replace(
        '| invalid | 422 | invalid input | A field is wrong |',
        '| invalid | 422 | invalid input | A field is wrong |\n| kept | 409 | raised by delete RecoveryCode | It stays |',
      );
      let refuses = true;
      const code = {
        within: {
          // biome-ignore lint/suspicious/noExplicitAny: the context of a hook
          'delete RecoveryCode'({ refuse }: any) {
            if (refuses) refuse('kept');
          },
        },
      };
      const clock = { now: begin() };
      const people = openPeople(await serveIn(t, text, {}, () => clock.now, await address(), code));
      const ann = await people.signUp('ann');
      const recovery = await addRecoveryCode(people, ann);
      await confirmFactor(people, ann, clock.now);
      const before = (await people.ask('GET /sessions', undefined, ann)).json.data.length;
      assert.deepEqual(told(await logInWith(people, 'ann', recovery)), [409, 'kept']);
      assert.equal((await people.ask('GET /sessions', undefined, ann)).json.data.length, before);
      refuses = false;
      assert.equal((await logInWith(people, 'ann', recovery)).status, 200);
    });
  });
}

test('S81, S82: two instances: a code logs in once, and at most ten wrong codes are judged', async (t) => {
  const address = await freshDatabase();
  const clock = { now: begin() };
  const [first, second] = await Promise.all([1, 2].map(() => serveIn(t, factored, {}, () => clock.now, address)));
  const [here, there] = [openPeople(first!), openPeople(second!)];
  const ann = await here.signUp('ann');
  const { uri } = await confirmFactor(here, ann, clock.now);
  const recovery = await addRecoveryCode(here, ann);
  for (const code of [codeOf(uri, clock.now), recovery]) {
    const all = await Promise.all(Array.from({ length: 8 }, (_, at) => logInWith([here, there][at % 2]!, 'ann', code)));
    assert.equal(all.filter(({ status }) => status === 200).length, 1);
  }
  clock.now += step;
  const wrong = wrongCodeOf(uri, clock.now);
  await Promise.all(Array.from({ length: 10 }, (_, at) => logInWith([here, there][at % 2]!, 'ann', wrong)));
  for (const people of [here, there])
    assert.deepEqual(told(await logInWith(people, 'ann', codeOf(uri, clock.now))), [401, 'wrong_password']);
});

test('S83: a log in with a wrong password, or of an unknown person, looks for no factor, so that its time reveals none', async (t) => {
  let asked = 0;
  const clock = { now: begin() };
  const watch = (store: Store): Store => ({
    ...store,
    prepare(query) {
      const prepared = store.prepare(query);
      if (query.resource !== 'Authenticator') return prepared;
      const note: PreparedQuery['many'] = (values) => {
        asked += 1;
        return prepared.many(values);
      };
      return Object.assign(Object.create(prepared), { many: note });
    },
  });
  const served = await serveIn(t, factored, {}, () => clock.now, 'sqlite::memory:', undefined, undefined, watch);
  const people = openPeople(served);
  const ann = await people.signUp('ann');
  const { uri } = await confirmFactor(people, ann, clock.now);
  asked = 0;
  for (const email of ['ann@example.com', 'eve@example.com'])
    for (const code of [undefined, codeOf(uri, clock.now)])
      assert.equal((await people.ask('POST /sessions', { email, password: 'wrong password', code })).status, 401);
  assert.equal(asked, 0);
  assert.equal((await logInWith(people, 'ann')).status, 401);
  assert.ok(asked > 0);
});

test('an update that changes no field confirms a factor too, and so does one in an object of the Request', async (t) => {
  const updated = factored
    .replace('| update Authenticator | PATCH |', '| update Authenticator as prove_it | PATCH |')
    .replace(
      '`Authenticator(name)` | 200 `Authenticator` |',
      '`{ factor: Authenticator(name) }` | 200 `Authenticator` |',
    )
    .replace('### me\n', '### prove_it\n\n- Present code: factor.code\n\n### me\n');
  const clock = { now: begin() };
  const people = openPeople(await serveIn(t, updated, {}, () => clock.now));
  const ann = await people.signUp('ann');
  const { id, uri } = await addFactor(people, ann);
  const prove = (code: string) => people.ask(`PATCH /authenticators/${id}`, { factor: { code } }, ann);
  const wrong = await prove(wrongCodeOf(uri, clock.now));
  assert.deepEqual([wrong.status, wrong.json.errors[0].pointer], [422, '/factor/code']);
  assert.equal((await logInWith(people, 'ann')).status, 200);
  const right = await prove(codeOf(uri, clock.now));
  assert.equal(right.status, 200, right.text);
  assert.deepEqual(told(await logInWith(people, 'ann')), [401, 'code_required']);
});

test('a replace needs the code of a person who has a factor, and none for a new person', async (t) => {
  const put = factored
    .replace('| id | uuidv7 | assigned |\n| email', '| id | string | required; 1..40 characters |\n| email')
    .replace('`User(email, password)` | 201', '`User(id, email, password)` | 201')
    .replace(
      '\n### log in User',
      '| replace User as put | PUT | /users/{id} | `User(email, password, name)` | 200 `User`; 201 `User` when new |\n\n### log in User',
    )
    .replace('### me\n', '### put\n\n- Present code: code\n\n### me\n')
    .replace('authenticated | me,', 'authenticated | put, me,');
  const clock = { now: begin() };
  const people = openPeople(await serveIn(t, put, {}, () => clock.now));
  const ann = { email: 'ann@example.com', password: passwordOf('ann') };
  const { token } = (await people.ask('POST /users', { id: 'ann', ...ann })).json;
  const { uri } = await confirmFactor(people, token, clock.now);
  const send = (id: string, body: object) => people.ask(`PUT /users/${id}`, body, token);
  assert.deepEqual(told(await send('ann', ann)), [401, 'code_required']);
  assert.equal((await send('ben', { ...ann, email: 'ben@example.com' })).status, 201);
  assert.equal((await send('cat', { ...ann, email: 'cat@example.com', code: '123456' })).status, 201);
  const replaced = await send('ann', { ...ann, name: 'Ann', code: codeOf(uri, clock.now) });
  assert.deepEqual([replaced.status, replaced.json.name], [200, 'Ann'], replaced.text);
  assert.deepEqual(told(await send('ann', { ...ann, code: codeOf(uri, clock.now) })), [422, 'invalid']);
});

test('people of two tenants have factors of their own', async (t) => {
  const tenants = factored
    .replace(/^### (User|Session|Authenticator|RecoveryCode)$/m, '### $1 (shared)')
    .replace('### Session\n\n-', '### Session (shared)\n\n-')
    .replace('### Authenticator\n\n- Second', '### Authenticator (shared)\n\n- Second')
    .replace(
      '### RecoveryCode\n',
      '### Note\n\n| Field | Type | Constraints |\n| --- | --- | --- |\n| id | uuidv7 | assigned |\n| shop | string | |\n\n### RecoveryCode (shared)\n',
    )
    .replace('| name | string | |', '| name | string | |\n| works_for | string | required; create-only |')
    .replace('`User(email, password)` | 201', '`User(email, password, works_for)` | 201')
    .replace('\n### log in User', '| create Note | POST | /notes | | 201 `Note` |\n\n### log in User')
    .replace('## Authentication\n', '## Authentication\n\n- Tenant: shop\n')
    .replace('authenticated | me,', 'authenticated | create Note, me,')
    .replace(
      '\n## Events',
      '\n### Caller\n\n| Attribute | Type |\n| --- | --- |\n| shop | User.works_for |\n\n## Events',
    );
  const clock = { now: begin() };
  const people = openPeople(await serveIn(t, tenants, {}, () => clock.now));
  const signUp = async (name: string, works_for: string): Promise<string> => {
    const body = { email: `${name}@example.com`, password: passwordOf(name), works_for };
    return (await people.ask('POST /users', body)).json.token;
  };
  const [ann, ben] = [await signUp('ann', 'north'), await signUp('ben', 'south')];
  const mine = await confirmFactor(people, ann, clock.now);
  assert.equal((await logInWith(people, 'ben')).status, 200);
  const theirs = await confirmFactor(people, ben, clock.now);
  assert.equal((await people.ask(`DELETE /authenticators/${mine.id}`, undefined, ben)).status, 404);
  assert.equal((await logInWith(people, 'ann', codeOf(theirs.uri, clock.now))).status, 401);
  const { token } = (await logInWith(people, 'ann', codeOf(mine.uri, clock.now))).json;
  assert.equal((await people.ask('POST /notes', undefined, token)).json.shop, 'north');
});

test('an abandoned factor can be deleted, and many of them hide no confirmed one', async (t) => {
  const clock = { now: begin() };
  const people = openPeople(await serveIn(t, factored, {}, () => clock.now));
  const ann = await people.signUp('ann');
  for (let count = 0; count < 120; count += 1) await addFactor(people, ann);
  const { uri } = await confirmFactor(people, ann, clock.now);
  for (let count = 0; count < 3; count += 1) await addFactor(people, ann);
  assert.deepEqual(told(await logInWith(people, 'ann')), [401, 'code_required']);
  assert.equal((await logInWith(people, 'ann', codeOf(uri, clock.now))).status, 200);
});

test('the types of code have neither the secret nor the code', () => {
  const types = describeTypes(planFor(coded));
  const [, factor] = /export interface Authenticator \{([^}]*)\}/.exec(types)!;
  assert.match(factor!, /confirmed_at/);
  assert.doesNotMatch(factor!, /uri/);
  const [, confirmed] = /readonly 'confirm Authenticator': \{([\s\S]*?)\n {4}\};/.exec(types)!;
  assert.match(confirmed!, /readonly input: \{\};/);
});

test('an operation with a code takes and offers no JSON Patch', async (t) => {
  const types = '- Request media types: application/json, application/json-patch+json\n';
  const patched = factored.replace('- Base URL: {base_url}\n', `- Base URL: {base_url}\n${types}`);
  const clock = { now: begin() };
  const people = openPeople(await serveIn(t, patched, {}, () => clock.now));
  const ann = await people.signUp('ann');
  const { id } = await confirmFactor(people, ann, clock.now);
  const offered = await people.ask('OPTIONS /me');
  assert.ok(!offered.headers.get('accept-patch')!.includes('json-patch'));
  assert.ok((await people.ask(`OPTIONS /authenticators/${id}`)).headers.get('accept-patch')!.includes('json-patch'));
  const headers = { 'Content-Type': 'application/json-patch+json' };
  const change = [{ op: 'add', path: '/name', value: 'Ann' }];
  assert.equal((await people.ask('PATCH /me', change, ann, headers)).status, 415);
});
