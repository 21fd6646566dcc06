import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { said } from '../../src/cli/shared/terminal.fixture.ts';
import type { CredentialService } from '../../src/contracts/credentials.ts';
import { openCredentialService } from '../../src/parts/authentication/serve/credentials/credential-service.ts';
import { createNodePlatform } from '../../src/serve/platform-node.ts';
import { openStore } from '../../src/stores/index.ts';
import { planFor, type Served, serve } from '../serve/support/served.fixture.ts';
import { schemes } from '../serve/verifying/schemes.fixture.ts';
import { freshDatabase } from '../support/postgres.ts';
import { inFolder } from '../support/process.ts';

const document = schemes
  .replace(/^\| (hello|me|login|logout) \(handler\).*\n/gm, '')
  .replace(/^\| (public|authenticated) .*\n/gm, '')
  .replace(/^\| no_login .*\n/m, '');
const platform = createNodePlatform({ info() {}, warn() {}, error() {} });
const all = ['--all-scopes', '--attribute', 'shop=north', '--attribute', 'level=3'];

/** Runs a command line in this process. */
async function nonet(
  words: readonly string[],
  environment: Record<string, string> = {},
  password?: string,
): Promise<{ status: number; out: string; err: string }> {
  const { status, out, err } = await said(words, environment, password);
  return { status, out: out.map((line) => `${line}\n`).join(''), err: err.map((line) => `${line}\n`).join('') };
}

/** Looks at the credentials as a service would. */
async function withRing(address: string, look: (keys: CredentialService) => Promise<void>): Promise<void> {
  const plan = planFor(document);
  const store = await openStore(address, plan, { platform, durability: 'process' });
  const { schemes, attributes } = plan.authentication;
  const keys = openCredentialService({ schemes, attributes, store, platform });
  await look(keys);
  await keys.close();
  await store.close();
}

/** `nonet keys` on a document in a folder and a store of its own. */
interface Keys {
  readonly file: string;
  readonly address: string;
  /** What it prints, when it succeeds. */
  run(...words: string[]): Promise<string>;
  refused(why: RegExp, ...words: string[]): Promise<void>;
}

const stores: readonly (readonly [name: string, address: (folder: string) => Promise<string>])[] = [
  ['on SQLite', async (folder) => `sqlite:${join(folder, 'notes.db')}`],
  ['on PostgreSQL', freshDatabase],
];

for (const [store, addressOf] of stores) {
  describe(`nonet keys ${store}`, () => {
    const withKeys = (work: (keys: Keys) => Promise<void>): Promise<void> =>
      inFolder(async (folder) => {
        const [file, address] = [join(folder, 'notes.md'), await addressOf(folder)];
        writeFileSync(file, document);
        const ended = (words: string[]) => nonet(['keys', words[0]!, file, ...words.slice(1), '--store', address]);
        await work({
          file,
          address,
          async run(...words) {
            const { status, out, err } = await ended(words);
            assert.equal(status, 0, err);
            return out;
          },
          async refused(why, ...words) {
            const { status, err } = await ended(words);
            assert.deepEqual([status, why.test(err)], [2, true], err);
          },
        });
      });

    test('keys and clients are made, listed, rotated with an overlap, and revoked', () => withKeys(made));

    test('running services refuse within a second what the command line has ended', () => withKeys(endedElsewhere));

    test('rights of keys and clients change while their documents are served', () => withKeys(changed));

    test('S32: a password that an operator chose counts for its client alone; it is rotated and revoked as any secret', () =>
      withKeys(chosen));

    test('a shorter Lifetime ends older keys, and a scheme that is gone closes its own', () => withKeys(outlived));
  });
}

test('a key without scopes is made where rows of `authenticated` allow it something, and stays so when it is rotated', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'notes.md');
    const keys = (...words: string[]) => nonet(['keys', words[0]!, file, ...words.slice(1)]);
    const create = ['create', '--scheme', 'key', '--attribute', 'shop=north'];
    writeFileSync(file, document);
    const refused = await keys(...create);
    assert.deepEqual([refused.status, /Choose scopes with --scope/.test(refused.err)], [2, true], refused.err);

    const row = '| authenticated | read Note | `shop == caller.shop` | |\n| notes |';
    writeFileSync(
      file,
      document.replace('| notes |', () => row),
    );
    const made = await keys(...create);
    assert.equal(made.status, 0, made.err);
    assert.match(
      made.err,
      /scheme key; no scopes; shop = north; created .*\nIt has no scopes and may only do what the rows of `authenticated` allow\. To grant scopes, pass --scope or --all-scopes\./,
    );
    const id = /^cred_\w+/.exec(made.err)![0];
    const json = await keys(...create, '--json');
    assert.deepEqual([JSON.parse(json.out).scopes, json.err], [[], '']);
    const rotated = await keys('rotate', id, '--grace-period', '0', '--json');
    assert.deepEqual(JSON.parse(rotated.out).scopes, [], rotated.err);
    assert.match((await keys('list')).out, new RegExp(`^${id} {2}expired {3}scheme key; no scopes; `, 'm'));
  }));

async function made({ address, run, refused }: Keys): Promise<void> {
  const key = JSON.parse(await run('create', '--scheme', 'key', ...all, '--expires', '30 days', '--json'));
  assert.equal(Math.round((key.expiresAt - key.createdAt) / 86_400_000), 30);
  const made = await run('create', '--scheme', 'legacy', '--client', 'acme', ...all);
  const secret = /^client id {6}acme\nclient secret {2}(legacy_\w+)\n$/.exec(made)?.[1] ?? '';
  const south = JSON.parse(
    await run('create', '--scheme', 'legacy', '--all-scopes', '--attribute', 'shop=south', '--json'),
  );
  assert.match(south.client, /^client_[0-9a-f]{16}$/);
  assert.equal(south.subject, south.client);

  await refused(
    /--attribute shop can be set only once/,
    'create',
    '--scheme',
    'legacy',
    ...all,
    '--attribute',
    'shop=south',
  );
  await refused(/Choose a scheme/, 'create', ...all);
  await refused(/not created here/, 'create', '--scheme', 'session', ...all);
  await refused(/exceeds the Lifetime/, 'create', '--scheme', 'key', ...all, '--expires', '366 days');
  await refused(/takes a duration, such as/, 'create', '--scheme', 'key', ...all, '--expires', 'soon');
  await refused(/takes an integer/, 'create', '--scheme', 'key', '--all-scopes', '--attribute', 'level=high');
  await refused(/The client acme already exists/, 'create', '--scheme', 'legacy', '--client', 'acme', ...all);
  await refused(/--client is only for schemes with clients/, 'create', '--scheme', 'key', '--client', 'x', ...all);
  await refused(/No active key or client/, 'rotate', 'nobody');

  const newKey = (await run('rotate', key.id, '--grace-period', '0')).trim();
  const newSecret = JSON.parse(await run('rotate', 'acme', '--json')).secret;
  const now = Date.now();
  await withRing(address, async (keys) => {
    assert.equal(await keys.find('key', key.key, now), undefined);
    const rotated = await keys.find('key', newKey, now);
    assert.deepEqual([rotated?.id, rotated?.scopes, rotated?.values.level], [key.subject, ['notes'], 3]);
    for (const text of [secret, newSecret]) {
      assert.equal((await keys.client('legacy', 'acme', text, now))?.caller.id, 'acme');
      assert.equal(await keys.client('legacy', south.client, text, now), undefined);
    }
    assert.equal(await keys.client('legacy', 'acme', secret, now + 25 * 3_600_000), undefined);
    assert.equal((await keys.client('legacy', 'acme', newSecret, now + 25 * 3_600_000))?.id, 'acme');
  });

  const list = await run('list');
  assert.equal(list.match(/secret of acme; scheme legacy/g)?.length, 2);
  assert.match(list, new RegExp(`^${key.id} {2}expired`, 'm'));
  for (const text of [key.key, newKey, secret, newSecret, south.secret]) assert.ok(!list.includes(text));
  assert.equal(await run('revoke', 'acme'), 'acme: revoked\n');
  await withRing(address, async (keys) => {
    for (const text of [secret, newSecret]) assert.equal(await keys.client('legacy', 'acme', text, now), undefined);
    assert.equal((await keys.client('legacy', south.client, south.secret, now))?.scopes[0], 'notes');
  });
}

/** A password of the operator's choice on both stores, in two tenants. */
async function chosen({ file, address, run, refused }: Keys): Promise<void> {
  const first = 'correct horse: battery stäple';
  const next = 'another long enough password';
  const create = (client: string, shop: string, password: string, ...more: string[]) =>
    nonet(
      ['keys', 'create', file, '--scheme', 'legacy', '--client', client, '--password', '--all-scopes'].concat(
        ['--attribute', `shop=${shop}`, '--store', address],
        more,
      ),
      { NONET_PASSWORD: password },
    );
  for (const [password, why] of [
    ['fifteen letters', /has 15 characters, but at least 16 are required/],
    ['aaaaaaaaaaaaaaaaaaaa', /fewer than 6 different/],
    ['tabs\tare not allowed here', /a control character/],
    [`${'x'.repeat(500)}abcdefghijklm`, /longer than 512 bytes/],
    [`legacy_${'a1'.repeat(12)}_${'b2'.repeat(3)}`, /has the form of a generated secret/],
  ] as const) {
    const { status, out, err } = await create('acme', 'north', password);
    assert.deepEqual([status, out, why.test(err), err.includes(password)], [2, '', true, false], err);
  }
  await refused(/only for clients of a scheme of kind "basic"/, 'create', '--scheme', 'key', ...all, '--password');
  await refused(/set NONET_PASSWORD/, 'create', '--scheme', 'legacy', ...all, '--password');
  const made = await create('acme', 'north', first);
  assert.deepEqual([made.status, made.out], [0, 'client id      acme\n'], made.err);
  const json = await create('other', 'south', first, '--json');
  const { secret, hash, client } = JSON.parse(json.out);
  assert.deepEqual([secret, hash, client], [undefined, undefined, 'other']);

  const served = await serve(document, {}, undefined, address);
  const rotating = ['keys', 'rotate', file, 'acme', '--password', '--store', address];
  try {
    const status = async (id: string, secret: string): Promise<number> => {
      const Authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
      return (await served.ask('GET /notes', { headers: { Authorization } })).status;
    };
    assert.deepEqual([await status('acme', first), await status('other', first)], [200, 200]);
    for (const wrong of [`${first} `, first.slice(1), first.normalize('NFD')]) {
      assert.equal(await status('acme', wrong), 401);
    }
    assert.deepEqual([await status('nobody', first), await status('acme', 'acme')], [401, 401]);
    // The text whose hash is kept is no credential by itself.
    const hashed = encodeURIComponent(`chosen ${JSON.stringify(['legacy', 'acme', first])}`);
    assert.equal((await served.ask(`GET /notes?key=${hashed}`)).status, 401);
    const again = await nonet(rotating, {}, first);
    assert.deepEqual([again.status, /already uses or used this password/.test(again.err)], [2, true], again.err);
    const rotated = await nonet(rotating, {}, next);
    assert.equal(rotated.status, 0, rotated.err);
    assert.deepEqual([await status('acme', first), await status('acme', next)], [200, 200]);
    assert.equal(await status('other', next), 401);
    const list = await run('list');
    assert.equal(list.match(/secret of acme; scheme legacy/g)?.length, 2);
    const kept = JSON.stringify(await served.store.credentials.list());
    for (const text of [first, next]) {
      assert.ok(
        ![list, kept, made.err, json.out, json.err, rotated.out, rotated.err].some((output) => output.includes(text)),
      );
    }
    for (const { id, hash } of await served.store.credentials.list()) assert.ok(!hash.includes(id.slice(5)));
    assert.equal(await run('revoke', 'acme'), 'acme: revoked\n');
    await new Promise((resolve) => setTimeout(resolve, 1300));
    assert.deepEqual(
      [await status('acme', first), await status('acme', next), await status('other', first)],
      [401, 401, 200],
    );
  } finally {
    await served.close();
  }
}

const day = 86_400_000;
const bearer = (key: string) => ({ headers: { Authorization: `Bearer ${key}` } });
const statusOf = async (at: Served, key: string): Promise<number> => (await at.ask('GET /notes', bearer(key))).status;

async function endedElsewhere({ address, run }: Keys): Promise<void> {
  const instances = [await serve(document, {}, undefined, address)];
  if (address.startsWith('postgres')) instances.push(await serve(document, {}, undefined, address));
  try {
    const create = async (shop: string): Promise<{ key: string; id: string }> =>
      JSON.parse(await run('create', '--scheme', 'key', '--all-scopes', '--attribute', `shop=${shop}`, '--json'));
    const [rotated, revoked, other] = [await create('north'), await create('north'), await create('south')];
    const statuses = async (...keys: string[]): Promise<number[][]> =>
      Promise.all(instances.map((at) => Promise.all(keys.map((key) => statusOf(at, key)))));
    for (const all of await statuses(rotated.key, revoked.key, other.key)) assert.deepEqual(all, [200, 200, 200]);
    const fresh = JSON.parse(await run('rotate', rotated.id, '--grace-period', '0', '--json'));
    await run('revoke', revoked.id);
    await new Promise((resolve) => setTimeout(resolve, 1300));
    const ended = await statuses(rotated.key, revoked.key, fresh.key, other.key);
    for (const all of ended) assert.deepEqual(all, [401, 401, 200, 200]);
  } finally {
    for (const service of instances) await service.close();
  }
}

/** Rights of a key and of a client, of two tenants, while the document is served. */
async function changed({ address, run, refused }: Keys): Promise<void> {
  const create = async (...more: string[]): Promise<Record<string, string>> =>
    JSON.parse(await run('create', ...more, '--scope', 'notes', '--json'));
  const key = await create('--scheme', 'key', '--attribute', 'shop=north', '--attribute', 'level=3');
  const other = await create('--scheme', 'key', '--attribute', 'shop=south', '--attribute', 'level=3');
  const acme = await create('--scheme', 'legacy', '--client', 'acme', '--attribute', 'shop=north');
  const second = JSON.parse(await run('rotate', 'acme', '--json'));
  const served = await serve(document, {}, undefined, address);
  try {
    const noteOf = async (of: string): Promise<string> => {
      const got = await served.ask('POST /notes', { headers: { 'X-Api-Key': of }, body: { text: 'x' } });
      return got.status === 201 ? got.json.shop : String(got.status);
    };
    assert.deepEqual([await noteOf(key.key!), await noteOf(other.key!)], ['north', 'south']);
    const said = await run('change', key.id!, '--attribute', 'shop=east');
    assert.match(said, new RegExp(`^${key.id}: changed\\. scheme key; scopes notes; shop = east; level = 3; created `));
    await new Promise((resolve) => setTimeout(resolve, 1300));
    assert.deepEqual([await noteOf(key.key!), await noteOf(other.key!)], ['east', 'south']);
    await run('change', key.id!, '--remove-scope', 'notes');
    await new Promise((resolve) => setTimeout(resolve, 1300));
    assert.deepEqual([await noteOf(key.key!), await noteOf(other.key!)], ['403', 'south']);
    const both = JSON.parse(await run('change', 'acme', '--attribute', 'level=9', '--json'));
    assert.deepEqual(
      both.map(({ id, attributes, hash }: Record<string, unknown>) => [id, attributes, hash]).toSorted(),
      [acme.id, second.id].map((id) => [id, { shop: 'north', level: 9 }, undefined]).toSorted(),
    );
    await refused(
      /is a secret of the client acme\. All secrets of a client have the same rights: change those of acme\./,
      'change',
      acme.id!,
      '--all-scopes',
    );
    await run('revoke', other.id!);
    await refused(/No active key or client has the ID/, 'change', other.id!, '--all-scopes');
    await refused(/takes an integer/, 'change', 'acme', '--attribute', 'level=high');
  } finally {
    await served.close();
  }
}

async function outlived({ file, address, run, refused }: Keys): Promise<void> {
  const keys: string[] = [];
  await withRing(address, async (credentials) => {
    for (const [shop, age] of [
      ['north', 2 * day],
      ['south', 0],
    ] as const) {
      const asked = { kind: 'key', scheme: 'key', subject: shop, scopes: ['notes'], attributes: { shop } } as const;
      keys.push((await credentials.make(asked, Date.now() - age)).text);
    }
  });
  const stateOf = async (): Promise<string[]> =>
    JSON.parse(await run('list', '--json')).map(({ subject, state }: Record<string, string>) => `${subject} ${state}`);
  const served = async (text: string): Promise<number[]> => {
    const at = await serve(text, {}, undefined, address);
    const found = [await statusOf(at, keys[0]!), await statusOf(at, keys[1]!)];
    await at.close();
    return found;
  };
  assert.deepEqual(await served(document), [200, 200]);
  assert.deepEqual(await stateOf(), ['north active', 'south active']);
  const shorter = document.replace('| key | 365 days |', '| key | 1 day |');
  writeFileSync(file, shorter);
  assert.deepEqual(await served(shorter), [401, 200]);
  assert.deepEqual(await stateOf(), ['north expired', 'south active']);
  const [north] = JSON.parse(await run('list', '--json'));
  assert.equal(north.expiresAt, north.createdAt + day);
  await refused(/No active key or client/, 'rotate', north.id);
  const renamed = document.replace('| key | api key |', '| secret | api key |');
  writeFileSync(file, renamed);
  assert.deepEqual(await served(renamed), [401, 401]);
  assert.deepEqual(await stateOf(), ['north disabled', 'south disabled']);
  await refused(/no longer has the scheme key/, 'rotate', north.id);
}
