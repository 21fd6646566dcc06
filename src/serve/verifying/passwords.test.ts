import assert from 'node:assert/strict';
import { scryptSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { shop } from '../../../tests/serve/support/shop.fixture.ts';
import { open } from '../../index.ts';
import { createCipher, createNodePlatform } from '../platform-node.ts';
import { openPasswords } from './passwords.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

const document = shop
  .replace(
    '| data | object | | |',
    '| data | object | | |\n| password | password | write-only; 8..64 characters | |\n| login | Login | write-only | |\n| hook | secret | assigned; shown once | |',
  )
  .replace(
    '### Payment (object)',
    '### Login (object)\n\n| Field | Type | Constraints | Meaning |\n| --- | --- | --- | --- |\n| pin | password | required; 4..9 characters | |\n\n### Payment (object)',
  );

test('passwords are kept as salted hashes and secrets encrypted, and neither is shown again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  const file = join(folder, 'shop.db');
  const options = {
    document,
    store: `sqlite:${file}`,
    secretKey: 'sixteen characters or more',
    durability: 'process',
  } as const;
  const service = await open(options);
  const key = await service.createKey({ subject: 'ada', scopes: ['read', 'write'], attributes: { shop: 'a' } });
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` };
  const ask = async (method: string, path: string, body?: unknown) => {
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await service.fetch(new Request(`http://x${path}`, { method, headers, ...content }));
    // biome-ignore lint/suspicious/noExplicitAny: a test looks into the answer
    return { status: response.status, json: (await response.json()) as any };
  };
  const sent = { name: 'Ada', email: 'ada@example.com', password: 'correct horse', login: { pin: '1234' } };
  const made = await ask('POST', '/customers', sent);
  assert.equal(made.status, 201, JSON.stringify(made.json));
  assert.match(made.json.hook, /^whsec_/);
  assert.equal(made.json.password, undefined);
  assert.equal(made.json.login, undefined);
  const read = await ask('GET', `/customers/${made.json.id}`);
  assert.deepEqual([read.json.hook, read.json.password], [undefined, undefined]);
  const short = await ask('PATCH', `/customers/${made.json.id}`, { password: 'short' });
  assert.deepEqual([short.status, short.json.errors[0].pointer], [422, '/password']);
  assert.equal(
    (await ask('PATCH', `/customers/${made.json.id}`, { name: 'Ada L.', login: { pin: '9876' } })).status,
    200,
  );
  await service.close();

  const database = new DatabaseSync(file, { readOnly: true });
  const row = database.prepare('SELECT password, login, hook FROM customer').get() as Record<string, string>;
  database.close();
  assert.doesNotMatch(JSON.stringify(row), /correct horse|1234|9876|whsec_/);
  const passwords = openPasswords(createNodePlatform(log));
  assert.equal(await passwords.matches('correct horse', row.password!), true);
  assert.equal(await passwords.matches('incorrect horse', row.password!), false);
  assert.equal(await passwords.matches('9876', (JSON.parse(row.login!) as { pin: string }).pin), true);
  assert.equal(createCipher(options.secretKey).decrypt(row.hook!), made.json.hook);
  assert.throws(() => createCipher('another secret of the operator').decrypt(row.hook!));
  rmSync(folder, { recursive: true });
});

test('at most four passwords are hashed at once, some wait, more are refused; one without an account takes as long', async () => {
  const held: (() => void)[] = [];
  const scrypt = () => new Promise<Uint8Array>((resolve) => void held.push(() => resolve(new Uint8Array(32))));
  const passwords = openPasswords({ ...createNodePlatform(log), scrypt });
  const all = Array.from({ length: 21 }, () => passwords.hash('x'));
  assert.deepEqual([all.indexOf('busy'), held.length], [20, 4]);
  let ended = 0;
  for (const hash of all) if (hash !== 'busy') void hash.then(() => ended++);
  while (ended < 20) {
    assert.ok(held.length <= 4);
    for (const end of held.splice(0)) end();
    await new Promise(setImmediate);
  }
  assert.match(await all[0]!, /^\$scrypt\$ln=17,r=8,p=1\$/);
  const nobody = passwords.matches('x', '');
  assert.equal(held.length, 1);
  held[0]!();
  assert.equal(await nobody, false);
});

test('a wrong password is as much work whatever a stored hash cost, and memory is bounded by places', async () => {
  const asked: { readonly log: number; readonly p: number }[] = [];
  const held: (() => void)[] = [];
  let holds = false;
  const passwords = openPasswords({
    ...createNodePlatform(log),
    async scrypt(_, __, costs) {
      asked.push(costs);
      if (holds) await new Promise<void>((resolve) => held.push(resolve));
      return new Uint8Array(32);
    },
  });
  const hashOf = (costs: string): string => `$scrypt$${costs}$${'a'.repeat(21)}w$${'b'.repeat(42)}w`;
  for (const costs of ['ln=17,r=8,p=1', 'ln=13,r=8,p=10', 'ln=14,r=8,p=5', 'ln=13,r=8,p=1', 'ln=16,r=8,p=1', 'none']) {
    asked.length = 0;
    assert.equal(await passwords.matches('x', costs === 'none' ? '' : hashOf(costs)), false);
    assert.equal(
      asked.reduce((sum, { log, p }) => sum + 2 ** log * p, 0),
      2 ** 17,
      costs,
    );
  }
  holds = true;
  asked.length = 0;
  // 512 MiB take every place: it waits for two others, and the one after it does not overtake it.
  const small = [passwords.hash('x'), passwords.hash('x')] as const;
  const large = passwords.matches('x', hashOf('ln=19,r=8,p=1'));
  const after = passwords.hash('x');
  const settle = async (): Promise<void> => {
    for (const end of held.splice(0)) end();
    await new Promise(setImmediate);
  };
  assert.equal(asked.length, 2);
  await settle();
  assert.deepEqual(asked.slice(2), [{ log: 19, p: 1 }]);
  await settle();
  assert.equal(asked.length, 4);
  await settle();
  assert.equal(await large, false);
  for (const hash of [...small, after]) assert.match(String(await hash), /^\$scrypt\$ln=17,r=8,p=1\$/);
});

test('hashes of other implementations match, and are renewed with their salt', async () => {
  const passwords = openPasswords(createNodePlatform(log));
  const salt = Buffer.alloc(16, 3);
  const key = scryptSync('correct horse', salt, 32, { N: 2 ** 14, r: 8, p: 5, maxmem: 2 ** 26 });
  const encode = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
  const hash = `$scrypt$ln=14,r=8,p=5$${encode(salt)}$${encode(key)}`;
  assert.equal(await passwords.matches('correct horse', hash), true);
  assert.equal(await passwords.matches('incorrect horse', hash), false);
  const renewed = (await passwords.renew('correct horse', hash))!;
  assert.match(renewed, new RegExp(`^\\$scrypt\\$ln=17,r=8,p=1\\$${encode(salt).replaceAll('+', '\\+')}\\$`));
  assert.equal(await passwords.matches('correct horse', renewed), true);
  assert.equal(passwords.renew('correct horse', renewed), undefined);
  assert.equal(passwords.renew('correct horse', 'no hash'), undefined);
});
