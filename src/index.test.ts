import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { coded } from '../tests/serve/handlers/coded.fixture.ts';
import { shop } from '../tests/serve/support/shop.fixture.ts';
import { notes } from '../tests/serve/verifying/tokens.fixture.ts';
import { freshDatabase } from '../tests/support/postgres.ts';
import { inFolder } from '../tests/support/process.ts';
import {
  backup,
  encryptSecrets,
  exportRecords,
  implement,
  load,
  migrate,
  open,
  openStore,
  plan,
  read,
  toNodeHandler,
} from './index.ts';

const json = { 'Content-Type': 'application/json' };

test('a document is opened as a function from Request to Response, with a clock of its own', async () => {
  const service = await open({ document: shop, clock: () => Date.UTC(2030, 0, 2) });
  const key = await service.createKey({ subject: 'ada', scopes: ['read', 'write'], attributes: { shop: 'a' } });
  const theirs = await service.createKey({ subject: 'bob', scopes: ['read', 'write'], attributes: { shop: 'b' } });
  const headers = { ...json, Authorization: `Bearer ${key}` };
  const body = JSON.stringify({ name: 'Ada', email: 'ada@example.com' });
  const made = await service.fetch(new Request('http://localhost/customers', { method: 'POST', headers, body }));
  assert.equal(made.status, 201);
  const customer = (await made.json()) as { id: string; created_at: string };
  assert.equal(customer.created_at, '2030-01-02T00:00:00.000Z');
  const address = `http://localhost/customers/${customer.id}`;
  assert.equal((await service.fetch(new Request(address, { headers }))).status, 200);
  const other = { Authorization: `Bearer ${theirs}` };
  assert.equal((await service.fetch(new Request(address, { headers: other }))).status, 404);
  assert.equal((await service.fetch(new Request('http://localhost/nowhere'))).status, 404);
  await service.close();
});

test('a key that the document does not allow is not created', async () => {
  const service = await open({ document: shop });
  const wrong = async (more: object): Promise<string> =>
    await service.createKey({ subject: 'ada', scopes: ['read'], ...more }).then(
      () => '',
      (error: Error) => error.message,
    );
  const start = 'a key cannot be created: ';
  assert.match(
    await wrong({ scopes: ['reed'] }),
    /^a key cannot be created: the document has no scope reed; it has: read, /,
  );
  assert.equal(await wrong({ attributes: { stop: 1 } }), `${start}the caller has no attribute stop; it has: shop`);
  assert.equal(await wrong({ attributes: { shop: 1 } }), `${start}the attribute shop must be a string`);
  assert.equal(await wrong({ scheme: 'kee' }), 'the document has no scheme kee of kind api key');
  assert.match(
    await wrong({ lifetime: 1e15 }),
    /must be a positive number of milliseconds, at most \d+, the Lifetime of key$/,
  );
  await assert.rejects(service.createClient({ scopes: ['read'] }), {
    message: 'the document has no scheme of kind basic or oauth2 client credentials',
  });
  await service.close();
});

test('handlers are handed in, and what does not fit is told before anything is served', async () => {
  const handlers = implement({
    'remind Invoice': () => undefined,
    'split Invoice': () => undefined,
    owing: () => ({ customers: [], text: 'none' }),
    'close Invoice': () => undefined,
  } as never);
  const service = await open({ document: coded, handlers });
  const key = await service.createKey({ subject: 'ada', scopes: ['write'], attributes: { shop: 'a' } });
  const got = await service.fetch(new Request('http://x/owing/all', { headers: { Authorization: `Bearer ${key}` } }));
  assert.deepEqual(await got.json(), { customers: [], text: 'none' });
  await service.close();
  await assert.rejects(() => open({ document: coded }), /remind Invoice has no handler/);
  await assert.rejects(() => open({ document: '# X\n\n## Limits\n\n- Nonsense: yes\n' }), /error\[/);
});

test('reading never throws and a plan is made of a document without errors only', () => {
  assert.ok(read('').diagnostics.length > 0);
  assert.equal(plan(read(shop)).name, 'Shop');
  assert.throws(() => plan(read('# X\n\n## Limits\n\n- Nonsense: yes\n', 'x.md')), /x\.md:/);
});

test('a service answers in a server of Node that is not its own: bodies, streams, and what was read before it', async () => {
  const logged: string[] = [];
  const note = (facts: object, message: string): void => void logged.push(`${JSON.stringify(facts)} ${message}`);
  const service = await open({
    document: 'examples/invoices/invoices.md',
    log: { info: note, warn: note, error: note },
  });
  const handler = toNodeHandler(service);
  assert.equal(toNodeHandler(service), handler);
  const server = createServer((request, response) => {
    if (!request.url!.includes('?eaten')) handler(request, response);
    else request.on('data', () => undefined).on('end', () => handler(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { scopes } = service.plan.authentication;
  const key = await service.createKey({ subject: 'ada', scopes, attributes: { shop: 'a' } });
  const headers = { ...json, Authorization: `Bearer ${key}` };
  const post = (path: string, body: object) =>
    fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const ada = { name: 'Ada', email: 'ada@example.com' };
  const made = await post('/customers', ada);
  assert.equal(made.status, 201);
  const { id: customer } = (await made.json()) as { id: string };
  const lines = [{ text: 'paper', quantity: 1, price: 1 }];
  assert.equal((await post('/invoices', { customer, lines, due_on: '2999-01-31' })).status, 201);
  const eaten = await post('/customers?eaten', ada);
  assert.equal(eaten.status, 500);
  assert.match(
    logged.join('\n'),
    /the request body was read before the handler: mount the handler before body parsers, or disable them for its routes/,
  );
  const stream = await fetch(`${address}/events`, { headers: { ...headers, 'Last-Event-ID': '0' } });
  const reader = stream.body!.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (!text.includes('event: invoice.created')) text += decoder.decode((await reader.read()).value);
  await service.close();
  // The stream ends with the service, not by an error.
  while (!(await reader.read()).done);
  assert.throws(() => toNodeHandler(service), /not yet closed/);
  server.close();
});

test('keys that sign tokens are listed and rotated, or it is told why not', async (t) => {
  for (const address of ['sqlite::memory:', await freshDatabase()]) {
    let now = Date.UTC(2030, 0, 2);
    const service = await open({ document: notes(['machine']), store: address, clock: () => now });
    t.after(() => service.close());
    const states = async (keys = service.listSigningKeys()) => (await keys).map(({ state }) => state);
    const [first] = await service.listSigningKeys();
    assert.deepEqual({ ...first, id: '' }, { id: '', state: 'signs', createdAt: now, signsFrom: now });
    const [, next] = await service.rotateSigningKeys();
    assert.equal(next!.signsFrom, now + 600_000);
    assert.deepEqual(await states(), ['signs', 'next']);
    now += 600_000;
    assert.deepEqual(await states(), ['former', 'signs']);
    assert.deepEqual(await states(service.rotateSigningKeys({ immediately: true })), ['signs']);
  }
  const none = await open({ document: shop });
  t.after(() => none.close());
  await assert.rejects(none.listSigningKeys(), /no scheme whose kind ends in "as jwt"/);
  await assert.rejects(none.rotateSigningKeys(), /so it has no signing keys/);
});

test('keys, clients and tokens are created, listed and revoked as the commands do, or it is told why not', async () => {
  const document = shop.replace(
    /(\| key \| api key \|[^\n]*\n)/,
    '$1| client | basic | header Authorization: Basic | client | | |\n| session | access token | header Authorization: Bearer | token | 1 hour | |\n',
  );
  const service = await open({ document, clock: () => Date.UTC(2030, 0, 2) });
  const held = { scopes: ['read'], attributes: { shop: 'a' } };
  const status = async (Authorization: string) =>
    (await service.fetch(new Request('http://localhost/customers', { headers: { Authorization } }))).status;
  const key = await service.createKey({ ...held, subject: 'ada', lifetime: 1000 });
  const token = await service.issueToken({ ...held, subject: 'bob' });
  const { id, secret } = await service.createClient({ ...held, client: 'acme' });
  const basic = `Basic ${btoa(`${id}:${secret}`)}`;
  for (const authorization of [`Bearer ${key}`, `Bearer ${token}`, basic])
    assert.equal(await status(authorization), 200);
  const all = await service.listCredentials({ tokens: true });
  assert.deepEqual(all.map(({ kind, subject, state }) => [kind, subject, state]).sort(), [
    ['key', 'ada', 'active'],
    ['secret', 'acme', 'active'],
    ['token', 'bob', 'active'],
  ]);
  assert.ok(!('hash' in all[0]!));
  assert.equal((await service.listCredentials()).length, 2);
  assert.equal(await service.revoke('acme'), true);
  assert.equal(await service.revoke('acme'), false);
  assert.equal(await status(basic), 401);
  await assert.rejects(() => service.createClient({ ...held, client: 'a b' }), /its id takes up to 100 letters/);
  await assert.rejects(() => service.createClient({ ...held, client: 'acme' }), /there is a client acme already/);
  await assert.rejects(() => service.issueToken({ ...held, subject: 'x', lifetime: 7_200_000 }), /at most 3600000/);
  await assert.rejects(
    () => service.createKey({ ...held, subject: 'x', scheme: 'client' }),
    /no scheme client of kind api key/,
  );
  await assert.rejects(() => service.createKey({ subject: 'x', scopes: ['no'] }), /no scope no; it has/);
  await service.close();
});

test('a store is opened, loaded, exported and migrated by functions as by the commands', async () => {
  await inFolder(async (folder) => {
    const address = `sqlite:${join(folder, 'shop.db')}`;
    const made = plan(read(shop));
    const lines: string[] = [];
    const exported = (of = made) =>
      exportRecords(of, address, (line) => void lines.push(line), { resources: ['Customer'] });
    await assert.rejects(exported, /there is no database sqlite:/);
    const file = join(folder, 'Customer.jsonl');
    writeFileSync(file, '{"name":"Ada","email":"ada@example.com","shop":"a"}\n{"name":1,"email":"x","shop":"a"}\n');
    await assert.rejects(load(made, address, [join(folder, 'none.jsonl')]), /none\.jsonl does not exist/);
    assert.ok(!existsSync(join(folder, 'shop.db')));
    await assert.rejects(open({ document: join(folder, 'none.md') }), /none\.md cannot be read \(ENOENT\)/);
    const wrong = await load(made, address, [file]);
    assert.deepEqual([wrong.records, wrong.errors[0]?.line], [0, 2]);
    writeFileSync(
      file,
      '{"name":"Ada","email":"ada@example.com","shop":"a"}\n{"name":"Bob","email":"b@example.com","shop":"b"}\n',
    );
    assert.deepEqual(await load(made, address, [file]), { records: 2, errors: [], broken: [] });
    assert.equal(await exported(), 2);
    assert.match(lines.join('\n'), /"name":"Ada"[\s\S]*"name":"Bob"/);
    await assert.rejects(
      exportRecords(made, address, () => undefined, { resources: ['Costumer'] }),
      /no resource Costumer/,
    );
    const store = await openStore(made, address);
    const [instance, other] = [await open({ document: shop, store }), await open({ document: shop, store })];
    const key = await instance.createKey({ subject: 'ada', scopes: ['read'], attributes: { shop: 'a' } });
    const got = await other.fetch(
      new Request('http://localhost/customers', { headers: { Authorization: `Bearer ${key}` } }),
    );
    const text = await got.text();
    assert.match(text, /"Ada"/);
    assert.doesNotMatch(text, /"Bob"/);
    await instance.close();
    await other.close();
    await store.close();
    const next = plan(read(shop.replace('| email | email |', '| nick | string or null | | |\n| email | email |')));
    const dry = await migrate(next, address, { dryRun: true });
    assert.deepEqual([dry.done, dry.tables.length, dry.obstacles], [false, 1, []]);
    assert.equal((await migrate(next, address)).done, true);
    assert.equal(await exported(next), 2);
  });
});

test('a store is backed up, and its secrets are encrypted under another key, by functions as by the commands', async () => {
  await inFolder(async (folder) => {
    const document = 'examples/invoices/invoices.md';
    const made = plan(read(readFileSync(document, 'utf8'), document));
    const hooks = join(folder, 'WebhookEndpoint.jsonl');
    const lines = ['a', 'b'].map((shop) => JSON.stringify({ shop, url: 'https://example.com/', secret: 'whsec_x' }));
    writeFileSync(hooks, lines.join('\n'));
    const [secretKey, previousSecretKey] = ['another key, long enough', 'the key, long enough'];
    for (const address of [`sqlite:${join(folder, 'it.db')}`, await freshDatabase()]) {
      const sqlite = address.startsWith('sqlite:');
      const copy = join(folder, sqlite ? 'copy.db' : 'copy.jsonl');
      await assert.rejects(encryptSecrets(made, `sqlite:${folder}/none.db`, { secretKey }), /does not exist yet/);
      await load(made, address, [hooks]);
      assert.equal(await encryptSecrets(made, address, { secretKey: previousSecretKey }), 2);
      const service = await open({ document, store: address, secretKey, previousSecretKey });
      const key = await service.createKey({ subject: 'ada', scopes: ['hooks:write'], attributes: { shop: 'a' } });
      assert.equal(await encryptSecrets(made, address, { secretKey, previousSecretKey }), 2);
      await assert.rejects(
        encryptSecrets(made, address, { secretKey: previousSecretKey }),
        /is not what it was encrypted with/,
      );
      await backup(made, address, copy);
      await service.close();
      await assert.rejects(backup(made, address, copy), /already exists/);
      if (sqlite)
        await assert.rejects(backup(made, address, join(folder, 'it.db-wal')), /is part of the store|already exists/);
      await assert.rejects(open({ document, store: address, secretKey: previousSecretKey }), /is not what it was/);
      const other = sqlite ? `sqlite:${copy}` : await freshDatabase();
      if (!sqlite) assert.deepEqual(await load(made, other, [copy]), { records: 2, errors: [], broken: [] });
      const restored = await open({ document, store: other, secretKey });
      const headers = { Authorization: `Bearer ${key}` };
      const got = await restored.fetch(new Request('http://localhost/webhook_endpoints', { headers }));
      const { data } = (await got.json()) as { data: { shop: string }[] };
      assert.deepEqual(
        data.map(({ shop: of }) => of),
        ['a'],
      );
      await restored.close();
    }
  });
});
