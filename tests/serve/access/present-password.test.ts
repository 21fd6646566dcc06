import '../../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { describeOpenapi } from '../../../src/describe/openapi/index.ts';
import { describeTypes } from '../../../src/describe/types/index.ts';
import { readDocument } from '../../../src/parts/index.ts';
import { buildWholePlanOf } from '../../../src/parts/plan/whole-version.ts';
import { createSource } from '../../../src/text/location.ts';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import type { Context } from '../handlers/handlers.fixture.ts';
import { planFor, type Served, serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { openPeople, unlimited } from './sessions.fixture.ts';

/** People change their password, and an operator may read but not change them. */
const people = unlimited
  .replace(
    '\n### Idempotency',
    '| update User as change | PATCH | /me/password | `User(password, name?)` | 204 |\n| replace User as put | PUT | /me/envelope | `{ user: User(email, name, password) }` | 200 `User` |\n\n### Idempotency',
  )
  .replace(
    '\n### leave',
    '\n### change\n\n- Record: caller.id\n- Present password: current\n\n### put\n\n- Record: caller.id\n- Present password: user.old_password\n\n### leave',
  )
  .replace('| authenticated |', '| authenticated | change, put | |\n| authenticated |');

/** Cards that clients name, that time and other records close too, and that code raises. */
const coded = documentText('Cards', {
  resources: `### Card

| Field | Type | Constraints |
| --- | --- | --- |
| id | string | required; 1..20 characters |
| shop | string | |
| pin | password | write-only; 4..8 characters |
| limit | integer | default 0 |
| status | state | |

### Report

| Field | Type | Constraints |
| --- | --- | --- |
| id | int64 | assigned |
| shop | string | |
| card | ref Card | required |`,
  states: `### Card

| State | Kind |
| --- | --- |
| open | initial |
| closed | final |

| From | Transition | To | Trigger | Effect |
| --- | --- | --- | --- | --- |
| open | close | closed | | |
| open | close | closed | after 1 hour | |
| open | raise | open | | \`limit = limit + input.by\` |

### Report

| Transition | Effect |
| --- | --- |
| confirm | \`close card\` |`,
  endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| read Card | | /cards/{id} | | |
| replace Card | PUT | /cards/{id} | \`{ card: Card(pin, limit) }\` | 200 \`Card\`; 201 \`Card\` when new |
| close Card | | /cards/{id}/close | | |
| raise Card | | /cards/{id}/raise | \`{ by: Card.limit }\` | 200 \`Card\` |
| create Report | | /reports | | |
| confirm Report | | /reports/{id}/confirm | | |
| promote (handler) | POST | /promote | \`{ card: Card.id }\` | 204 |

### close Card, raise Card

- Present password: pin

### replace Card

- Present password: card.old_pin`,
  authentication: `- Tenant: shop

${keyed('| all | all Card, all Report | |\n| all | promote | |')}`,
});

const cards = documentText('Cards', {
  resources: `### Card

| Field | Type | Constraints |
| --- | --- | --- |
| id | int64 | assigned |
| shop | string | |
| owner | string | assigned from caller.id |
| pin | password | write-only; 4..8 characters |
| limit | integer | default 0 |
| status | state | |`,
  states: `### Card

| State | Kind |
| --- | --- |
| open | initial |
| closed | final |

| From | Transition | To | Effect |
| --- | --- | --- | --- |
| open | close | closed | |
| open | raise | open | \`limit = limit + input.by\` |`,
  endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Card | | /cards | \`Card(pin)\` | 201 \`Card\` |
| read Card | | /cards/{id} | | |
| close Card | | /cards/{id}/close | | |
| raise Card | | /cards/{id}/raise | \`{ by: Card.limit }\` | 200 \`Card\` |

### close Card, raise Card

- Present password: pin`,
  authentication: `- Tenant: shop

${keyed(
  `| all | all Card | \`owner == caller.id\` |
| read | read Card | |`,
)}`,
});

test('the steps of an operation say where the present password is compared', () => {
  const operation = planFor(people).operations.find(({ name }) => name === 'change')!;
  const words = operation.steps.map((step) => step.words);
  assert.deepEqual(
    words.filter((text) => /password/.test(text)),
    [
      'compare current with the password of the record',
      'hash the passwords of the request',
      'reject the request if the password has changed since it was compared',
      'end the other credentials of the scheme session if password is changed',
    ],
  );
});

for (const [store, address] of everyStore) {
  describe(`the present password ${store}`, () => {
    test('is compared before a change, and the other sessions end with it', async (t) => {
      const { ask, signUp, logIn } = openPeople(await serveIn(t, people, {}, undefined, await address()));
      const first = await signUp('ann');
      const second = await logIn('ann');
      const password = 'another password';
      for (const [body, message] of [
        [{ password, current: 'wrong password' }, 'must be the present password'],
        [{ password, current: '' }, 'must be a password of at least one character'],
        [{ password, current: password }, 'must be the present password'],
        [{ password }, 'is required'],
        [{ password, current: 7 }, 'must be a string'],
        [{ password, current: null }, 'must not be null'],
      ] as const) {
        const got = await ask('PATCH /me/password', body, first);
        assert.equal(got.status, 422, got.text);
        assert.deepEqual(got.json.errors, [{ pointer: '/current', message }]);
      }
      assert.equal((await ask('GET /me', undefined, second)).status, 200);
      const changed = await ask('PATCH /me/password', { password, current: 'password of ann' }, first);
      assert.equal(changed.status, 204, changed.text);
      assert.equal((await ask('GET /me', undefined, first)).status, 200);
      assert.equal((await ask('GET /me', undefined, second)).status, 401);
      assert.equal((await ask('PATCH /me/password', { name: 'Ann', current: 'password of ann' }, first)).status, 422);
      assert.equal((await ask('PATCH /me/password', { name: 'Ann', current: password }, first)).status, 204);
      await logIn('ann', password);
    });

    test('is a member of an object too, and no field of the record', async (t) => {
      const { ask, signUp, logIn } = openPeople(await serveIn(t, people, {}, undefined, await address()));
      const session = await signUp('bob');
      const user = { email: 'bob@example.com', name: 'Bob', password: 'a longer password' };
      const wrong = await ask('PUT /me/envelope', { user: { ...user, old_password: 'x' } }, session);
      assert.deepEqual(wrong.json.errors, [{ pointer: '/user/old_password', message: 'must be the present password' }]);
      const put = await ask('PUT /me/envelope', { user: { ...user, old_password: 'password of bob' } }, session);
      assert.equal(put.status, 200, put.text);
      assert.equal(put.json.name, 'Bob');
      assert.ok(!put.text.includes('password'));
      await logIn('bob', user.password);
    });

    test('is compared in an older version as well', async (t) => {
      const versions = `

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
| 2 | renamed | User.name | called |
`;
      const page = `${people.replace(/\n+## Versioning[\s\S]*$/, '')}${versions}`;
      const { ask, signUp, logIn } = openPeople(await serveIn(t, page, {}, undefined, await address()));
      const session = await signUp('eve');
      const headers = { V: '1' };
      const wrong = { called: 'Eva', password: 'another password', current: 'wrong' };
      const refused = await ask('PATCH /me/password', wrong, session, headers);
      assert.deepEqual(refused.json.errors, [{ pointer: '/current', message: 'must be the present password' }]);
      const without = await ask('PATCH /me/password', { password: 'another password' }, session, headers);
      assert.deepEqual(without.json.errors, [{ pointer: '/current', message: 'is required' }]);
      const right = { ...wrong, current: 'password of eve' };
      assert.equal((await ask('PATCH /me/password', right, session, headers)).status, 204);
      const user = { email: 'eve@example.com', called: 'Eve', password: 'third password' };
      const put = (old_password: string) =>
        ask('PUT /me/envelope', { user: { ...user, old_password } }, session, headers);
      const { json } = await put('password of eve');
      assert.deepEqual(json.errors, [{ pointer: '/user/old_password', message: 'must be the present password' }]);
      const done = await put('another password');
      assert.deepEqual([done.status, done.json.called], [200, 'Eve'], done.text);
      await logIn('eve', 'third password');
    });

    test('of two changes at once one is made', async (t) => {
      const { ask, signUp } = openPeople(await serveIn(t, people, {}, undefined, await address()));
      const session = await signUp('cid');
      const change = async (at: number): Promise<number> => {
        const body = { password: `password number ${at}`, current: 'password of cid' };
        return (await ask('PATCH /me/password', body, session)).status;
      };
      const found = await Promise.all(Array.from({ length: 8 }, (_, at) => change(at)));
      assert.deepEqual(found.toSorted(), [204, ...Array.from({ length: 7 }, () => 422)]);
    });

    test('is not asked of a new record, and no code sees it', async (t) => {
      const seen: string[] = [];
      const see =
        (where: string) =>
        ({ input }: Context): void =>
          void seen.push(`${where} ${Object.keys(input.card)}`);
      const code = {
        promote: () => undefined,
        before: { 'replace Card': see('before') },
        within: { 'replace Card': see('within'), 'create Card': see('create') },
        after: { 'replace Card': see('after') },
      };
      const served = await serveIn(t, coded, {}, undefined, await address(), code);
      const [north, south] = [
        await served.key(['all'], { shop: 'north' }),
        await served.key(['all'], { shop: 'south' }),
      ];
      const put = (card: object, key = north) => served.ask('PUT /cards/one', { key, body: { card } });
      assert.equal((await put({ pin: '1234', limit: 1 })).status, 422);
      const made = await put({ pin: '1234', limit: 1, old_pin: 'any' });
      assert.deepEqual([made.status, made.json.limit], [201, 1], made.text);
      const wrong = await put({ pin: '5678', limit: 2, old_pin: 'any' });
      assert.deepEqual(wrong.json.errors, [{ pointer: '/card/old_pin', message: 'must be the present password' }]);
      assert.notEqual((await put({ pin: '5678', limit: 2, old_pin: '1234' }, south)).status, 200);
      assert.equal((await put({ pin: '5678', limit: 2, old_pin: '1234' })).status, 200);
      assert.deepEqual(
        new Set(seen),
        new Set(['before', 'create', 'within', 'after'].map((where) => `${where} pin,limit`)),
      );
    });

    test('of two requests at once that find no record, one creates it and the other is refused', async (t) => {
      const served = await serveIn(t, coded, {}, undefined, await address(), { promote: () => undefined });
      const key = await served.key(['all'], { shop: 'north' });
      const put = (at: number) =>
        served.ask('PUT /cards/one', { key, body: { card: { pin: `123${at}`, limit: at, old_pin: 'any' } } });
      const found = await Promise.all(Array.from({ length: 6 }, (_, at) => put(at)));
      assert.deepEqual(found.map(({ status }) => status).toSorted(), [201, 422, 422, 422, 422, 422]);
    });

    test('is not asked of effects, timers and code', async (t) => {
      let moment = Date.now();
      const promote = ({ call, input }: Context) => call('raise Card', input.card, { by: 3 });
      const seen: string[] = [];
      const within = { 'raise Card': ({ input }: Context): void => void seen.push(Object.keys(input).join()) };
      const served = await serveIn(t, coded, {}, () => moment, await address(), { promote, within });
      const key = await served.key(['all'], { shop: 'north' });
      const ask = (line: string, body?: object) => served.ask(line, { key, ...(body === undefined ? {} : { body }) });
      for (const id of ['one', 'two']) {
        assert.equal((await ask(`PUT /cards/${id}`, { card: { pin: '1234', limit: 0, old_pin: 'any' } })).status, 201);
      }
      assert.equal((await ask('POST /promote', { card: 'one' })).status, 204);
      assert.equal((await ask('POST /cards/one/raise', { by: 1, pin: '1234' })).json.limit, 4);
      assert.deepEqual(seen, ['by', 'by']);
      const report = (await ask('POST /reports', { card: 'one' })).json.id;
      const confirmed = await ask(`POST /reports/${report}/confirm`);
      assert.equal(confirmed.status, 200, confirmed.text);
      assert.equal((await ask('GET /cards/one')).json.status, 'closed');
      moment += 3_600_000;
      await ask('GET /cards/two');
      for (let at = 0; at < 100 && (await ask('GET /cards/two')).json.status === 'open'; at++) await setTimeout(50);
      assert.equal((await ask('GET /cards/two')).json.status, 'closed');
    });

    test('is asked for by transitions, of the records that the caller may change alone', async (t) => {
      const served: Served = await serveIn(t, cards, {}, undefined, await address());
      const key = (scope: string, shop: string, subject: string) => served.key([scope], { shop }, { subject });
      const [ann, bob, reader, south] = [
        await key('all', 'north', 'ann'),
        await key('all', 'north', 'bob'),
        await key('read', 'north', 'reader'),
        await key('all', 'south', 'ann'),
      ];
      const ask = (line: string, body: object | undefined, by: string) =>
        served.ask(line, { key: by, ...(body === undefined ? {} : { body }) });
      const { id } = (await ask('POST /cards', { pin: '1234' }, ann)).json;
      const blank = (await ask('POST /cards', {}, ann)).json;
      assert.equal((await ask(`GET /cards/${id}`, undefined, reader)).status, 200);
      for (const pin of ['1234', '9999']) {
        assert.equal((await ask(`POST /cards/${id}/close`, { pin }, bob)).status, 404);
        assert.equal((await ask(`POST /cards/${id}/close`, { pin }, south)).status, 404);
        assert.equal((await ask(`POST /cards/${id}/close`, { pin }, reader)).status, 403);
        assert.equal((await ask(`POST /cards/${blank.id}/close`, { pin }, ann)).status, 422);
      }
      const wrong = await ask(`POST /cards/${id}/raise`, { by: 5, pin: '4321' }, ann);
      assert.deepEqual(wrong.json.errors, [{ pointer: '/pin', message: 'must be the present password' }]);
      const raised = await ask(`POST /cards/${id}/raise`, { by: 5, pin: '1234' }, ann);
      assert.equal(raised.json.limit, 5, raised.text);
      assert.equal((await ask(`POST /cards/${id}/close`, undefined, ann)).status, 422);
      assert.equal((await ask(`POST /cards/${id}/close`, { pin: '1234' }, ann)).json.status, 'closed');
    });
  });
}

test('the types of code have no present password', () => {
  const types = describeTypes(planFor(coded));
  assert.match(types, /readonly pin\?: string/);
  assert.doesNotMatch(types, /readonly (?:pin|old_pin): string/);
});

test('an operation with the present password takes and offers no JSON Patch, and others do', async (t) => {
  const types = '- Request media types: application/json, application/json-patch+json\n';
  const patched = people.replace('- Base URL: {base_url}\n', `- Base URL: {base_url}\n${types}`);
  const served = await serveIn(t, patched);
  const offered = async (path: string): Promise<readonly string[]> => {
    const options = await served.ask(`OPTIONS ${path}`, {});
    return options.headers.get('accept-patch')!.split(', ');
  };
  assert.deepEqual(await offered('/me/password'), ['application/merge-patch+json', 'application/json']);
  assert.ok((await offered('/me')).includes('application/json-patch+json'));
  const document = readDocument(createSource('people.md', patched));
  const { paths } = describeOpenapi(buildWholePlanOf(document.service)!) as {
    readonly paths: Readonly<
      Record<string, { readonly patch: { readonly requestBody: { readonly content: object } } }>
    >;
  };
  const described = (path: string): readonly string[] => Object.keys(paths[path]!.patch.requestBody.content);
  assert.deepEqual(described('/me/password'), ['application/merge-patch+json', 'application/json']);
  assert.ok(described('/me').includes('application/json-patch+json'));
});
