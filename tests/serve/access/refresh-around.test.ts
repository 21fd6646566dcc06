import '../../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOperationTools } from '../../../src/describe/tools/operations.ts';
import { readDocument } from '../../../src/parts/index.ts';
import { buildWholePlanOf } from '../../../src/parts/plan/whole-version.ts';
import { createSource } from '../../../src/text/location.ts';
import { planFor, serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { openRefreshing, refreshed, refreshedRecords } from './refresh-tokens.fixture.ts';
import { passwordOf } from './sessions.fixture.ts';

const minute = 60_000;

for (const [store, address] of everyStore) {
  test(`rights that are changed stay with the session ${store}`, async (t) => {
    const { served, ask, signUp, refresh } = openRefreshing(
      await serveIn(t, refreshed, {}, undefined, await address()),
    );
    const { credentials } = served.store;
    const ann = await signUp('ann');
    const next = await refresh(ann.refresh);
    const tokens = (await credentials.list()).filter(({ kind }) => kind === 'token');
    const change = (scopes: readonly string[]) => () => ({ scopes, attributes: {} });
    const by = [
      ['the client of the person', tokens[0]!.client!],
      ['a credential of the session', tokens[0]!.id],
    ] as const;
    let text = next.refresh;
    for (const [what, id] of by) {
      const changed = await credentials.change(id, Date.now(), change([what]));
      assert.ok(changed.length >= 2 && changed.every(({ kind }) => kind === 'token'), what);
      const got = await refresh(text);
      text = got.refresh;
      const all = await credentials.list();
      assert.deepEqual([...new Set(all.map(({ scopes }) => scopes.join()))], [what]);
      assert.equal((await ask('GET /me', undefined, got.token)).status, 200);
    }
  });

  test(`a session goes on with the credentials of another database ${store}`, async (t) => {
    const from = openRefreshing(await serveIn(t, refreshed, {}, undefined, await address()));
    const to = openRefreshing(await serveIn(t, refreshed, {}, undefined, await address()));
    const ann = await from.signUp('ann');
    const next = await from.refresh(ann.refresh);
    const { id } = (await from.ask('GET /me', undefined, next.token)).json;
    assert.notEqual(id, undefined);
    // The lines of an export with credentials have all members of these.
    for (const credential of await from.served.store.credentials.list())
      await to.served.store.credentials.create(JSON.parse(JSON.stringify(credential)));
    assert.equal((await to.refresh(next.refresh)).status, 401, 'without its record');
    await to.signUp('ben');
    assert.equal((await from.refresh(next.refresh)).status, 200);
  });

  test(`a refresh sets the cookie of the scheme, and the refresh token is in the body alone ${store}`, async (t) => {
    let now = Date.now();
    const text = refreshedRecords.replace('header Authorization: Bearer', 'cookie session');
    const { ask } = openRefreshing(await serveIn(t, text, {}, () => now, await address()));
    const cookieOf = (got: { readonly headers: Headers }) =>
      got.headers.getSetCookie().map((one) => one.split(';')[0]!);
    const begun = await ask('POST /users', { email: 'ann@example.com', password: passwordOf('ann') });
    const [cookie = ''] = cookieOf(begun);
    assert.equal(cookie, `session=${begun.json.token}`);
    now += 20 * minute;
    const got = await ask('POST /refresh', { refresh_token: begun.json.refresh_token }, undefined, { Cookie: cookie });
    assert.equal(got.status, 200, got.text);
    assert.deepEqual(cookieOf(got), [`session=${got.json.access_token}`]);
    assert.match(got.headers.getSetCookie()[0]!, /; Max-Age=900; Path=\/; HttpOnly/);
    assert.equal((await ask('GET /me', undefined, undefined, { Cookie: cookieOf(got)[0]! })).status, 200);
    const stolen = `session=${got.json.refresh_token}`;
    assert.equal((await ask('GET /me', undefined, undefined, { Cookie: stolen })).status, 401);
  });

  test(`older versions refresh sessions, also those that begin in another version ${store}`, async (t) => {
    const versioned = refreshed.replace(
      '## Versioning\n\nNone.',
      `## Versioning

### Versions

| Version | Status | Released | Sunset |
| --- | --- | --- | --- |
| 2 | current | | |
| 1 | supported | | |

### Placement

| Sent in | Name | When absent |
| --- | --- | --- |
| header | Api-Version | current |

### Changes

| Version | Change | What | Before |
| --- | --- | --- | --- |
| 2 | renamed | User.email | mail |`,
    );
    const { ask } = openRefreshing(await serveIn(t, versioned, {}, undefined, await address()));
    const of = (version: string) => ({ 'Api-Version': version });
    const body = { mail: 'ann@example.com', password: passwordOf('ann') };
    const begun = await ask('POST /users', body, undefined, of('1'));
    assert.equal(begun.status, 201, begun.text);
    const refresh = (version: string, text: string) =>
      ask('POST /refresh', { refresh_token: text }, undefined, of(version));
    let text: string = begun.json.refresh_token;
    for (const version of ['1', '2', '1']) {
      const got = await refresh(version, text);
      assert.equal(got.status, 200, got.text);
      assert.equal((await ask('GET /me', undefined, got.json.access_token, of(version))).status, 200);
      text = got.json.refresh_token;
    }
    assert.equal((await refresh('1', begun.json.refresh_token)).status, 401);
    assert.equal((await refresh('2', text)).status, 401);
  });
}

test('an agent has no tool that refreshes, and sees no refresh token', async () => {
  const source = createSource('people.md', refreshed);
  const tools = describeOperationTools(buildWholePlanOf(readDocument(source).service, undefined)!);
  assert.deepEqual(
    tools.flatMap(({ operation }) => (/^(refresh|log in)/.test(operation ?? '') ? [operation] : [])),
    ['log in User'],
  );
  const logIn = tools.find(({ operation }) => operation === 'log in User')!;
  const text = '{"token":"session_1","refresh_token":"session_refresh_1"}';
  const result = await logIn.call({ body: {} }, async () => ({ status: 200, headers: new Headers(), text }));
  assert.ok(!JSON.stringify(result).includes('session_refresh_1'));
  assert.match(JSON.stringify(result), /session_1/);
});

test('a handler may be called refresh, a transition must not', () => {
  const handler = refreshed
    .replace('| read Note |', '| refresh Note (handler) | POST | /notes/{id}/refresh | | 200 `Note` |\n| read Note |')
    .replace('| create Note, read Note |', '| create Note, read Note, refresh Note |');
  const { operations } = planFor(handler);
  assert.deepEqual(
    operations.flatMap(({ name, session }) => (name.startsWith('refresh') ? [[name, session?.does]] : [])),
    [
      ['refresh User', 'refresh'],
      ['refresh Note', undefined],
    ],
  );
});

test('explain says what a refresh does, and under which row rule', () => {
  const guarded = refreshed.replace(
    '| public | create User, log in User, refresh User | |',
    '| public | create User | |\n| public | log in User, refresh User | `role == "member"` |',
  );
  const wordsOf = (name: string) =>
    planFor(guarded)
      .operations.find((operation) => operation.name === name)!
      .steps.map(({ words }) => words);
  const words = wordsOf('refresh User');
  assert.ok(
    words.includes('find the session by the refresh token; end it if the token was replaced more than 30 seconds ago'),
  );
  assert.ok(words.includes('replace the refresh token, and issue a credential of the scheme session'));
  assert.ok(words.some((line) => line.includes('refresh the session of the record only if')));
  assert.ok(!words.some((line) => line.startsWith('authenticate')));
  assert.ok(wordsOf('log in User').some((line) => line.endsWith(' and a refresh token')));
});
