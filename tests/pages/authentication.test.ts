import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { changed } from '../serve/handlers/coded.fixture.ts';
import { type Served, serve } from '../serve/support/served.fixture.ts';
import { schemes } from '../serve/verifying/schemes.fixture.ts';
import { root } from '../support/process.ts';

const guide = readFileSync(join(root, 'docs/session-tokens.md'), 'utf8');
const [tables = '', rows = ''] = Array.from(guide.matchAll(/^```md\n([\s\S]*?)^```/gm), (found) => found[1]!);
const code = /^```ts\n([\s\S]*?)^```/m.exec(guide)![1]!;

/** The notes of the fixture with the tables and the operations of the guide. */
const document = changed(
  schemes.replace(/\| me .*\n\| login .*\n\| logout .*\n/, rows),
  ['## States and transitions', `${tables}\n## States and transitions`],
  [
    '| create Note | POST',
    '| create User | POST | /users | `User(shop, name, password)` | 201 `User(id)` | |\n| create Note | POST',
  ],
  ['| level | integer | assigned from caller.level | |\n', ''],
  ['| public | hello, login |', '| public | hello, login, create User |'],
  ['| no_login | 403 | raised by login | No |', '| wrong_password | 403 | raised by login | No |'],
);

test('the login that the guide to tokens shows gives tokens of each tenant, and its logout ends them', async (t) => {
  const handlers = new Function(`return { hello: () => ({ text: 'hello' }), ${code} };`)();
  const served: Served = await serve(document, {}, undefined, undefined, handlers);
  t.after(() => served.close());
  const login = (name: string, password: string) => served.ask('POST /login', { body: { name, password } });
  const tokens: string[] = [];
  for (const shop of ['north', 'south']) {
    const user = { shop, name: `ada-${shop}`, password: `correct ${shop}` };
    assert.equal((await served.ask('POST /users', { body: user })).status, 201);
    const { status, json } = await login(user.name, user.password);
    assert.deepEqual([status, Object.keys(json)], [200, ['token']]);
    tokens.push(json.token);
  }
  for (const [name, password] of [
    ['ada-north', 'correct south'],
    ['nobody-at-all', 'correct north'],
  ] as const) {
    const { status, json } = await login(name, password);
    assert.deepEqual([status, json.code], [403, 'wrong_password']);
  }
  const [north, south] = tokens as [string, string];
  const made = await served.ask('POST /notes', { key: north, body: { text: 'of the north' } });
  assert.deepEqual([made.status, made.json.shop], [201, 'north']);
  assert.equal((await served.ask(`GET /notes/${made.json.id}`, { key: south })).status, 404);
  for (let i = 0; i < 3; i++) {
    const me = await served.ask('GET /me', { key: north });
    assert.deepEqual([me.status, me.json], [200, { token: north }], me.text);
  }
  assert.equal((await served.store.credentials.list()).length, 2);
  assert.equal((await served.ask('POST /logout', { key: north })).status, 204);
  assert.equal((await served.ask('GET /notes', { key: north })).status, 401);
  assert.equal((await served.ask('GET /notes', { key: south })).status, 200);
});
