import '../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openRefreshing, refreshed } from '../serve/access/refresh-tokens.fixture.ts';
import { type Served, serveIn } from '../serve/support/served.fixture.ts';
import { createModuleFolder, generateClient } from './generated.ts';
import { generatePythonClient, pythonSkip, runPython } from './python.ts';

const minute = 60_000;
const folder = createModuleFolder();
const document = join(folder, 'people.md');
// The body of a refresh has constants too, as that of OAuth 2.
const people = refreshed.replace(
  '`{ refresh_token: refresh token }`',
  '`{ grant: { type: "refresh_token", token: refresh token } }`',
);
writeFileSync(document, people);
const body = { email: 'ann@example.com', password: 'password of ann' };

interface Tokens {
  readonly credential: string;
  readonly refreshToken?: string;
  readonly expiresAt?: number;
}
interface Result {
  readonly ok: boolean;
  readonly status: number;
  readonly data: Record<string, string>;
  readonly error?: Error;
}
type Client = Readonly<Record<string, (...args: readonly unknown[]) => Promise<Result>>>;
interface Request {
  readonly line: string;
  readonly authorization: string | null;
}

/** A store in the test, as pages have in their local storage. */
function createStore(tokens?: Tokens) {
  const store = {
    tokens,
    saves: 0,
    load: async () => store.tokens,
    save: async (next: Tokens | undefined) => {
      store.tokens = next;
      store.saves += 1;
    },
  };
  return store;
}

/** Serves the document with a clock, and creates clients whose requests are noted. */
async function open(t: TestContext) {
  const clock = { now: Date.now() };
  const served: Served = await serveIn(t, people, {}, () => clock.now);
  const file = join(folder, `client-${Math.random().toString(36).slice(2)}.ts`);
  writeFileSync(file, await generateClient(document));
  const { createClient } = (await import(file)) as { createClient(options: object): Client };
  const requests: Request[] = [];
  const lose = { responses: 0 };
  const connect = (session: object | true | undefined, more: object = {}): Client =>
    createClient({
      baseUrl: served.address,
      session,
      ...more,
      fetch: async (url: URL, init: RequestInit) => {
        const line = `${init.method} ${url.pathname}`;
        requests.push({ line, authorization: (init.headers as Headers).get('authorization') });
        const response = await fetch(url, init);
        if (line !== 'POST /refresh' || lose.responses === 0) return response;
        lose.responses -= 1;
        throw new TypeError('fetch failed');
      },
    });
  const count = (line: string): number => requests.filter((one) => one.line === line).length;
  return { clock, connect, count, requests, lose, ...openRefreshing(served) };
}

test('a client keeps the session of a sign up, of a log in, and none without the option', async (t) => {
  const { connect, requests } = await open(t);
  const [own, other, none] = [connect(true), connect(true), connect(undefined)];
  assert.equal((await own.createUser!(body)).status, 201);
  assert.equal((await own.me!()).data.email, body.email);
  assert.equal((await other.me!()).status, 401);
  assert.equal((await other.logInUser!(body)).status, 200);
  assert.equal((await other.me!()).status, 200);
  assert.equal((await none.logInUser!(body)).status, 200);
  assert.equal((await none.me!()).status, 401);
  const wrong = await other.logInUser!({ ...body, password: 'another password' });
  assert.deepEqual([wrong.status, (await other.me!()).status], [401, 200], 'a log in that fails leaves the session');
  for (const { line, authorization } of requests)
    if (line === 'POST /sessions' || line === 'POST /users') assert.equal(authorization, null, line);
});

test('requests at the same time share one refresh after the credential has ended, and succeed', async (t) => {
  const { clock, connect, count, requests } = await open(t);
  const store = createStore();
  const client = connect(store);
  await client.createUser!(body);
  for (let round = 1; round <= 3; round++) {
    clock.now += 16 * minute;
    const notes = ['first', 'second', 'third'].map((text) => client.createNote!({ text }));
    const all = await Promise.all([...notes, client.me!(), client.me!()]);
    assert.deepEqual(
      all.map(({ status }) => status),
      [201, 201, 201, 200, 200],
    );
    assert.equal(count('POST /refresh'), round);
  }
  assert.equal(store.saves, 4);
  assert.equal(requests.find(({ line }) => line === 'POST /refresh')!.authorization, null);
});

test('a credential is refreshed before it ends, by the clock of the client', async (t) => {
  const { connect, count, signUp } = await open(t);
  const { token, refresh } = await signUp('ann');
  const store = createStore({ credential: token, refreshToken: refresh, expiresAt: Date.now() + 20_000 });
  const client = connect(store);
  const all = await Promise.all([client.me!(), client.me!(), client.me!()]);
  assert.deepEqual(
    all.map(({ status }) => status),
    [200, 200, 200],
  );
  assert.deepEqual([count('POST /refresh'), count('GET /me')], [1, 3]);
  assert.notEqual(store.tokens!.credential, token);
  assert.ok(store.tokens!.expiresAt! > Date.now() + 14 * minute);
});

test('clients with one store share a session, and a log out ends it for each', async (t) => {
  const { clock, connect, count } = await open(t);
  const store = createStore();
  const [first, second] = [connect(store), connect(store)];
  await first.createUser!(body);
  assert.equal((await second.me!()).status, 200);
  clock.now += 16 * minute;
  assert.equal((await first.me!()).status, 200);
  assert.equal((await second.me!()).status, 200);
  assert.equal(count('POST /refresh'), 1);
  assert.equal((await second.logOutUser!()).status, 204);
  assert.equal(store.tokens, undefined);
  assert.deepEqual([(await first.me!()).status, (await second.me!()).status], [401, 401]);
  assert.equal(count('POST /refresh'), 1);
});

test('a refresh whose response is lost is repeated', async (t) => {
  const { clock, connect, count, lose } = await open(t);
  const client = connect(true);
  await client.createUser!(body);
  clock.now += 16 * minute;
  lose.responses = 1;
  assert.equal((await client.me!()).status, 200);
  assert.equal(count('POST /refresh'), 2);
});

test('a session that ended is forgotten, and no error shows a token', async (t) => {
  const { clock, connect, ask, count } = await open(t);
  const store = createStore();
  const client = connect(store);
  await client.createUser!(body);
  const { credential, refreshToken } = store.tokens!;
  const stolen = await ask('POST /refresh', { grant: { type: 'refresh_token', token: refreshToken } });
  assert.equal(stolen.status, 200);
  clock.now += 16 * minute;
  const got = await client.me!();
  assert.deepEqual([got.status, store.tokens], [401, undefined]);
  const shown = `${got.error!.message} ${got.error!.stack} ${JSON.stringify(got.error)} ${JSON.stringify(client)}`;
  for (const secret of [credential, refreshToken!]) assert.ok(!shown.includes(secret));
  await client.me!();
  assert.equal(count('POST /refresh'), 1, 'nothing is left to refresh');
  assert.equal((await client.logInUser!(body)).status, 200);
  assert.equal((await client.me!()).status, 200);
});

test('a credential of the options goes before that of the session', async (t) => {
  const { connect, signUp } = await open(t);
  const ben = await signUp('ben');
  const client = connect(true, { credentials: { session: ben.token } });
  await client.createUser!(body);
  assert.equal((await client.me!()).data.email, 'ben@example.com');
});

test('the client in Python keeps and refreshes a session, shared by threads', { skip: pythonSkip }, async (t) => {
  const clock = { now: Date.now() };
  const served = await serveIn(t, people, {}, () => clock.now);
  const { ask } = openRefreshing(served);
  writeFileSync(join(folder, 'client.py'), await generatePythonClient(document));
  writeFileSync(
    join(folder, 'sessions.py'),
    `import os
import time
from concurrent.futures import ThreadPoolExecutor

import client as generated
from client import SessionTokens, UrllibTransport

kind = next(value for name, value in vars(generated).items() if name.endswith("Client") and name != "Client")
sent = []


class Transport:
    def __init__(self):
        self.inner = UrllibTransport()
        self.lose = 0

    def __call__(self, request):
        sent.append((request.method, request.url.split("/", 3)[3], request.headers.get("authorization")))
        response = self.inner(request)
        if self.lose and request.url.endswith("/refresh"):
            self.lose -= 1
            response.close()
            raise ConnectionError("lost")
        return response


class Store:
    def __init__(self):
        self.tokens = None

    def load(self):
        return self.tokens

    def save(self, tokens):
        self.tokens = tokens




def refreshes():
    return sum(1 for _, path, _ in sent if path == "refresh")


transport = Transport()
store = Store()
url = os.environ["URL"]
body = {"email": "ann@example.com", "password": "password of ann"}
one = kind(url, transport=transport, session=store)
assert one.create_user(body).status == 201
assert one.me().or_raise()["email"] == "ann@example.com"
token = store.tokens.credential
assert token not in repr(store.tokens) and store.tokens.refresh_token not in repr(store.tokens), repr(store.tokens)
store.tokens = SessionTokens(token, store.tokens.refresh_token, time.time() + 20)
again = kind(url, transport=transport, session=store)
assert again.me().status == 200
assert refreshes() == 1 and store.tokens.credential != token
store.tokens = SessionTokens("session_unknown", store.tokens.refresh_token)
third = kind(url, transport=transport, session=store)
transport.lose = 1
with ThreadPoolExecutor(5) as pool:
    statuses = list(pool.map(lambda _: third.me().status, range(5)))
assert statuses == [200] * 5, statuses
assert refreshes() == 3, sent
assert all(sign is None for _, path, sign in sent if path in ("refresh", "users")), sent
stale = store.tokens
assert third.log_out_user().status == 204
assert store.tokens is None
assert third.me().status == 401
store.tokens = stale
late = kind(url, transport=transport, session=store)
failed = late.me()
assert failed.status == 401 and store.tokens is None
assert stale.credential not in repr(failed) + str(failed.error)
memory = kind(url, session=True)
assert memory.log_in_user(body).status == 200
assert memory.me().status == 200
assert kind(url).me().status == 401
print("done")
`,
  );
  const out = await runPython(folder, ['sessions.py'], { URL: served.address });
  assert.equal(out.trim(), 'done');
  assert.equal((await ask('GET /me')).status, 401);
});
