import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile } from '../../../src/codegen/compile.ts';
import type { RecordValue } from '../../../src/contracts/record.ts';
import { hashCredential, makeKey } from '../../../src/parts/authentication/serve/credentials/keys.ts';
import { createSecretReader, replacedKept } from '../../../src/parts/resources/serve/secrets.ts';
import { fetchOf } from '../../../src/serve/http/fetch.ts';
import { createCipher, createNodePlatform } from '../../../src/serve/platform-node.ts';
import { needReadableSecrets } from '../../../src/serve/readable-secrets.ts';
import { openService } from '../../../src/serve/service.ts';
import { openStore } from '../../../src/stores/index.ts';
import { planFor } from '../support/served.fixture.ts';
import { shop } from '../support/shop.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const day = 86_400_000;

/** Tags whose secrets stand in a field, a list, a map, an object and a union of objects. */
const document = shop
  .replace(
    '| invoice | ref Invoice or null | on delete clear | |',
    `| invoice | ref Invoice or null | on delete clear | |
| secret | secret | shown once | |
| keys | (secret or null)[] | shown once | |
| named | map of secret | write-only | |
| hook | Hook | shown once | |
| way | Way | shown once | |`,
  )
  .replace(
    '### Payment (object)',
    `### Way (one of)

- Tagged by: kind

| Tag | Object |
| --- | --- |
| hook | Hook |
| mail | Mail |

### Hook (object)

| Field | Type | Constraints | Meaning |
| --- | --- | --- | --- |
| url | uri | | |
| secret | secret | required | |
| number | int64 | | |
| older | Hook | | |

### Mail (object)

| Field | Type | Constraints | Meaning |
| --- | --- | --- | --- |
| to | string | | |

### Payment (object)`,
  )
  .replace('| read Tag | GET |', '| update Tag | PATCH | /tags/{name} | `Tag` | 200 `Tag` | |\n| read Tag | GET |');

for (const [name, addressOf] of everyStore) {
  test(`secrets are encrypted wherever they stand, shown once, and replaced ones are kept for a day ${name}`, async () => {
    const plan = planFor(document);
    let now = Date.UTC(2026, 10, 1);
    const host = { ...createNodePlatform(silent), now: () => now };
    const store = await openStore(await addressOf(), plan, { platform: host, durability: 'process' });
    const cipher = createCipher('the key of this service');
    const compiled = compile(plan, { cipher });
    const service = openService({ plan, compiled, store, platform: host });
    const fetch = fetchOf(service);
    const { key } = makeKey(host, 'key');
    const keyOf = {
      kind: 'key' as const,
      id: 'k',
      scheme: 'key',
      hash: hashCredential(host, key),
      subject: 's',
      scopes: ['tags'],
      createdAt: now,
    };
    await service.keys.create({ ...keyOf, attributes: { shop: 'a' } });
    const ask = async (method: string, path: string, body?: object): Promise<string> => {
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` };
      const content = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await fetch(new Request(`http://x${path}`, { method, headers, ...content }));
      const text = await response.text();
      assert.ok(response.status < 300, `${method} ${path}: ${response.status} ${text}`);
      return text;
    };
    const sent = {
      secret: 'whsec_1',
      keys: ['whsec_list', null],
      named: { main: 'whsec_map' },
      hook: { secret: 'whsec_hook', url: 'https://example.com', older: { secret: 'whsec_older' } },
      way: { kind: 'hook', secret: 'whsec_way' },
    };
    const made = await ask('PUT', '/tags/t', sent);
    for (const word of ['whsec_1', 'whsec_list', 'whsec_hook', 'whsec_older', 'whsec_way'])
      assert.ok(made.includes(word), word);
    assert.ok(!made.includes('whsec_map') && !made.includes('sealed'), made);
    for (const path of ['/tags/t', '/public/tags']) assert.doesNotMatch(await ask('GET', path), /whsec|sealed/);

    const query = store.prepare({ resource: 'Tag', conditions: [{ kind: 'equal', field: 'name' }] });
    const row = (await query.one({ conditions: ['t'], now }))!;
    assert.doesNotMatch(JSON.stringify(row), /whsec/);
    assert.equal(JSON.stringify(row).match(/sealed:1:/g)!.length, 6);
    const recordOf = async (): Promise<RecordValue> =>
      compiled.resources.get('Tag')!.toRecord((await query.one({ conditions: ['t'], now }))!);
    assert.deepEqual({ ...(await recordOf()), ...sent }, await recordOf());

    const secrets = createSecretReader({ store, compiled }, 'Tag', 'secret');
    assert.deepEqual(await secrets(await recordOf(), now), ['whsec_1']);
    await ask('PATCH', '/tags/t', { color: 'red' });
    await ask('PATCH', '/tags/t', { secret: 'whsec_2' });
    now += day / 2;
    await ask('PATCH', '/tags/t', { secret: 'whsec_3' });
    assert.deepEqual(await secrets(await recordOf(), now), ['whsec_3', 'whsec_2', 'whsec_1']);
    now += day / 2 - 1;
    assert.deepEqual(await secrets(await recordOf(), now), ['whsec_3', 'whsec_2', 'whsec_1']);
    now += 1;
    assert.deepEqual(await secrets(await recordOf(), now), ['whsec_3', 'whsec_2']);
    assert.equal(await store.expireStoredResponses(now, 10), 1);
    now += replacedKept;
    assert.deepEqual(await secrets(await recordOf(), now), ['whsec_3']);
    await service.close();
    await store.close();
  });
}

test('what was encrypted under the key before is opened, what was under another is not', () => {
  const before = createCipher('the key that was');
  const sealed = before.encrypt('whsec_1');
  assert.equal(createCipher('the key that is', 'the key that was').decrypt(sealed), 'whsec_1');
  assert.throws(
    () => createCipher('the key that is').decrypt(sealed),
    /NONET_SECRET_KEY is not what it was encrypted with/,
  );
});

test('a service does not start with the wrong key, however many records have no secret', async () => {
  const document = `# Hooks

## Resources and their fields

### Hook

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| key | secret | |

## Endpoints

| Operation | Path |
| --- | --- |
| create, read Hook | /hooks |
`;
  const plan = planFor(document);
  const store = await openStore('sqlite::memory:', plan, {
    platform: createNodePlatform(silent),
    durability: 'process',
  });
  const { toRow } = compile(plan, { cipher: createCipher('the right key of the store') }).resources.get('Hook')!;
  await store.write(async (part) => {
    for (let id = 1; id <= 150; id++)
      await part.insert('Hook', toRow({ id, ...(id > 149 && { key: 'whsec_1' }) }, 1, []));
    return { result: undefined, undo: false };
  });
  await needReadableSecrets(plan, store, createCipher('the right key of the store'));
  await assert.rejects(
    needReadableSecrets(plan, store, createCipher('another key of the store')),
    /NONET_SECRET_KEY is not what it was encrypted with/,
  );
  await store.close();
});
