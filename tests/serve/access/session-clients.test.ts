import '../../support/cheap-passwords.ts';
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { openTest } from '../../../src/testing.ts';
import { createModuleFolder, generateClient } from '../../client/generated.ts';
import { generatePythonClient, listen, pythonSkip, runPython } from '../../client/python.ts';
import { serve, serveIn } from '../support/served.fixture.ts';
import { everyStore, storesInFolder } from '../support/stores.fixture.ts';
import { recorded } from './session-records.fixture.ts';
import { openPeople } from './sessions.fixture.ts';

const folder = createModuleFolder();
const document = join(folder, 'people.md');
writeFileSync(document, recorded);

interface Result {
  readonly ok: boolean;
  readonly status: number;
  readonly data: Record<string, unknown>;
}
type Listed = PromiseLike<Result> & AsyncIterable<{ readonly id: string; readonly current: boolean }>;
interface People extends Record<string, (...args: readonly unknown[]) => Promise<Result>> {}

for (const [store, address] of everyStore) {
  test(`the client in TypeScript lists sessions and ends one ${store}`, async (t) => {
    const served = await serveIn(t, recorded, {}, undefined, await address());
    const file = join(folder, 'client.ts');
    writeFileSync(file, await generateClient(document));
    const { createClient } = (await import(file)) as { createClient(options: object): People };
    const connect = (token?: string): People =>
      createClient({ baseUrl: served.address, credentials: { session: () => token } });
    const open = openPeople(served);
    const [ann, ben] = [await open.signUp('ann'), await open.signUp('ben')];
    const body = { email: 'ann@example.com', password: 'password of ann' };
    const phone = (await connect().logInUser!(body)).data.token as string;
    const sessions: { readonly id: string; readonly current: boolean }[] = [];
    for await (const session of connect(phone).listSession!() as unknown as Listed) sessions.push(session);
    assert.deepEqual(
      sessions.map(({ current }) => current),
      [true, false],
    );
    const other = sessions[1]!.id;
    assert.equal((await connect(ben).deleteSession!(other)).status, 404);
    assert.equal((await connect(phone).deleteSession!(other)).status, 204);
    const statuses = [];
    for (const token of [ann, phone, ben]) statuses.push((await connect(token).me!()).status);
    assert.deepEqual(statuses, [401, 200, 200]);
    assert.equal((await connect(phone).logOutUser!()).status, 204);
    assert.equal((await connect(phone).me!()).status, 401);
  });

  test(`tools of MCP list sessions and end one ${store}`, async (t) => {
    const service = await openTest({ document, now: Date.now(), store: await address(), settings: { mcp: true } });
    const { url, close } = await listen(service);
    t.after(async () => {
      close();
      await service.close();
    });
    const post = async (path: string, name: string): Promise<string> => {
      const body = JSON.stringify({ email: `${name}@example.com`, password: `password of ${name}` });
      const headers = { 'Content-Type': 'application/json' };
      const got = await fetch(url + path, { method: 'POST', headers, body });
      return ((await got.json()) as { readonly token: string }).token;
    };
    const [ann, phone, ben] = [
      await post('/users', 'ann'),
      await post('/sessions', 'ann'),
      await post('/users', 'ben'),
    ];
    const connect = async (token: string): Promise<Client> => {
      const client = new Client({ name: 'test', version: '1' });
      const requestInit = { headers: { Authorization: `Bearer ${token}` } };
      await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
      t.after(() => client.close());
      return client;
    };
    const call = async (client: Client, name: string, args: Record<string, unknown> = {}) =>
      // biome-ignore lint/suspicious/noExplicitAny: a test looks into the result
      (await client.callTool({ name, arguments: args })).structuredContent as any;
    const [mine, others] = [await connect(phone), await connect(ben)];
    const { data } = (await call(mine, 'listSession')).body;
    assert.equal(data.length, 2);
    const { id } = data.find(({ current }: { current: boolean }) => !current);
    assert.equal((await call(others, 'deleteSession', { id })).status, 404);
    assert.equal((await call(mine, 'deleteSession', { id })).status, 204);
    assert.equal((await fetch(`${url}/me`, { headers: { Authorization: `Bearer ${ann}` } })).status, 401);
    assert.equal((await call(mine, 'listSession')).body.data.length, 1);
    assert.equal((await call(others, 'listSession')).body.data.length, 1);
  });

  test(`the client in Python lists sessions and ends one ${store}`, { skip: pythonSkip }, async (t) => {
    const served = await serveIn(t, recorded, {}, undefined, await address());
    writeFileSync(join(folder, 'client.py'), await generatePythonClient(document));
    writeFileSync(
      join(folder, 'sessions.py'),
      `import os
import client as generated

kind = next(value for name, value in vars(generated).items() if name.endswith("Client") and name != "Client")


def connect(token):
    return kind(os.environ["URL"], credentials={"session": lambda: token})


ann, ben = os.environ["ANN"], os.environ["BEN"]
phone = connect(None).log_in_user({"email": "ann@example.com", "password": "password of ann"}).or_raise()["token"]
sessions = list(connect(phone).list_session())
assert [one["current"] for one in sessions] == [True, False], sessions
other = sessions[1]["id"]
assert connect(ben).delete_session(other).status == 404
assert connect(phone).delete_session(other).status == 204
assert [connect(token).me().status for token in (ann, phone, ben)] == [401, 200, 200]
print("done")
`,
    );
    const open = openPeople(served);
    const [ann, ben] = [await open.signUp('ann'), await open.signUp('ben')];
    const out = await runPython(folder, ['sessions.py'], { URL: served.address, ANN: ann, BEN: ben });
    assert.equal(out.trim(), 'done');
  });
}

for (const [store, addressIn] of storesInFolder) {
  test(`sessions go on after a restart, and ended ones stay ended, on ${store}`, async () => {
    const address = await addressIn(createModuleFolder());
    const first = await serve(recorded, {}, undefined, address);
    const open = openPeople(first);
    const [ann, gone, ben] = [await open.signUp('ann'), await open.logIn('ann'), await open.signUp('ben')];
    assert.equal((await open.ask('DELETE /session', undefined, gone)).status, 204);
    await first.close();
    const second = await serve(recorded, {}, undefined, address);
    try {
      const again = openPeople(second);
      const statuses = [];
      for (const token of [ann, gone, ben]) statuses.push((await again.ask('GET /me', undefined, token)).status);
      assert.deepEqual(statuses, [200, 401, 200]);
      for (const token of [ann, ben])
        assert.equal((await again.ask('GET /sessions', undefined, token)).json.data.length, 1);
    } finally {
      await second.close();
    }
  });
}
