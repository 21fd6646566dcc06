import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { planFor } from '../../../tests/serve/support/served.fixture.ts';
import { shop } from '../../../tests/serve/support/shop.fixture.ts';
import { everyStore } from '../../../tests/serve/support/stores.fixture.ts';
import { notes } from '../../../tests/serve/verifying/tokens.fixture.ts';
import { open } from '../../index.ts';
import { createCipher, createNodePlatform } from '../../serve/platform-node.ts';
import { openStore } from '../../stores/index.ts';
import { said } from '../shared/terminal.fixture.ts';

const document = shop
  .replace(
    '| data | object | | |',
    '| data | object | | |\n| hook | secret | assigned; shown once | |\n| keys | Key[] | write-only | |',
  )
  .replace(
    '### Payment (object)',
    '### Key (object)\n\n| Field | Type | Constraints | Meaning |\n| --- | --- | --- | --- |\n| secret | secret | required | |\n\n### Payment (object)',
  );
const [older, newer] = ['the key that was here first', 'the key that came after it'];
const platform = createNodePlatform({ info() {}, warn() {}, error() {} });

/** Runs a command with settings; gives what it printed and its exit status. */
async function nonet(environment: Record<string, string>, ...words: string[]) {
  const { status, out, err } = await said(words, environment);
  return { status, text: [...out, ...err].join('\n') };
}

for (const [name, addressOf] of everyStore) {
  test(`secrets rotate gives one record a new secret, and a store another key ${name}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
    const file = join(folder, 'shop.md');
    writeFileSync(file, document);
    const given = await addressOf();
    const address = given === 'sqlite::memory:' ? `sqlite:${join(folder, 'shop.db')}` : given;
    const service = await open({ document, store: address, secretKey: older, durability: 'process' });
    const ids: string[] = [];
    for (const tenant of ['a', 'b']) {
      const key = await service.createKey({ subject: tenant, scopes: ['write'], attributes: { shop: tenant } });
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` };
      const body = JSON.stringify({ name: 'Ada', email: 'ada@example.com', keys: [{ secret: 'whsec_inside' }] });
      const made = await service.fetch(new Request('http://x/customers', { method: 'POST', headers, body }));
      ids.push(((await made.json()) as { id: string }).id);
    }
    await service.close();

    for (const [secretKey, why] of [
      [newer, /a secret of the store cannot be opened: NONET_SECRET_KEY is not what it was encrypted with/],
      [undefined, /a secret of the store is encrypted, and NONET_SECRET_KEY is not set/],
    ] as const) {
      const settings = secretKey === undefined ? {} : { secretKey };
      await assert.rejects(open({ document, store: address, durability: 'process', ...settings }), why);
      const started = await nonet(
        secretKey === undefined ? {} : { NONET_SECRET_KEY: secretKey },
        ...['serve', file, '--port', '0', '--store', address],
      );
      assert.equal(started.status, 2);
      assert.match(started.text, why);
    }

    const store = ['--store', address];
    const rotate = (settings: Record<string, string>, ...words: string[]) =>
      nonet(settings, 'secrets', 'rotate', file, ...words, ...store);
    const set = { NONET_SECRET_KEY: newer, NONET_PREVIOUS_SECRET_KEY: older };
    const rotated = await rotate(set, 'Customer.hook', ids[0]!);
    assert.equal(rotated.status, 0, rotated.text);
    const secret = rotated.text.split('\n')[0]!;
    assert.match(secret, /^whsec_/);
    assert.match(
      (await rotate({ NONET_SECRET_KEY: newer })).text,
      /NONET_SECRET_KEY is not what it was encrypted with/,
    );
    // Two records with two secrets each, and the one that was replaced.
    const all = await rotate(set);
    assert.match(all.text, /^5 secrets are now encrypted/);

    const opened = await openStore(address, planFor(document), { platform, durability: 'process' });
    const cipher = createCipher(newer);
    const query = opened.prepare({ resource: 'Customer', conditions: [{ kind: 'equal', field: 'id' }] });
    const rows = await Promise.all(ids.map((id) => query.one({ conditions: [id], now: 0 })));
    const hooks = rows.map((row) => cipher.decrypt(String(row!.find((cell) => String(cell).startsWith('sealed:')))));
    assert.equal(hooks[0], secret);
    assert.match(hooks[1]!, /^whsec_/);
    assert.deepEqual(rows.map((row) => row![0]).map(Number), [2, 1]);
    for (const row of rows) {
      const inside = String(row!.find((cell) => String(cell).includes('"secret"')));
      assert.equal(cipher.decrypt((JSON.parse(inside) as { secret: string }[])[0]!.secret), 'whsec_inside');
    }
    const replaced = await opened.replacedSecrets({ resource: 'Customer', field: 'hook', id: ids[0] }, Date.now());
    assert.equal(replaced.length, 1);
    assert.match(cipher.decrypt(replaced[0]!), /^whsec_/);
    await opened.close();

    for (const [settings, words, told] of [
      [{}, [], /Set NONET_SECRET_KEY/],
      [{ NONET_SECRET_KEY: 'short' }, [], /at least 16 characters/],
      [{ NONET_PREVIOUS_SECRET_KEY: older }, [], /is set without NONET_SECRET_KEY/],
      [set, ['Customer.hok', 'x'], /Did you mean Customer.hook/],
      [set, ['Customer.keys', 'x'], /does not have the type `secret`/],
      [set, ['Customer.hook'], /Add the ID of the record/],
      [set, ['Customer.hook', 'cus_01h455vb4pex5vsknk084sn02q'], /Customer cus_\w+ does not exist/],
    ] as const) {
      const got = await rotate(settings, ...words);
      assert.equal(got.status, 2, got.text);
      assert.match(got.text, told);
    }
    rmSync(folder, { recursive: true });
  });

  test(`the keys that sign tokens are encrypted under the key of the setting, and under the one that follows ${name}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
    const file = join(folder, 'notes.md');
    const text = notes(['machine']);
    writeFileSync(file, text);
    const given = await addressOf();
    const address = given === 'sqlite::memory:' ? `sqlite:${join(folder, 'notes.db')}` : given;
    const keys = (settings: Record<string, string>, ...words: string[]) =>
      nonet(settings, 'signing-keys', words[0] ?? 'list', file, ...words.slice(1), '--store', address);
    const [before, both, after] = [
      { NONET_SECRET_KEY: older },
      { NONET_SECRET_KEY: newer, NONET_PREVIOUS_SECRET_KEY: older },
      { NONET_SECRET_KEY: newer },
    ];
    const first = await keys(before);
    assert.equal(first.status, 0, first.text);
    const none = await keys({});
    assert.deepEqual(
      [none.status, none.text],
      [2, 'nonet: the keys that sign tokens are encrypted, and NONET_SECRET_KEY is not set.'],
    );
    assert.match((await keys(after, 'rotate')).text, /NONET_SECRET_KEY is not what it was encrypted with/);
    await assert.rejects(
      open({ document: text, store: address, secretKey: newer }),
      /is not what it was encrypted with/,
    );
    await assert.rejects(open({ document: text, store: address }), /NONET_SECRET_KEY is not set/);
    const again = await nonet(both, 'secrets', 'rotate', file, '--store', address);
    assert.match(again.text, /^1 secret is now encrypted/);
    assert.deepEqual([await keys(after), (await keys(before)).status], [first, 2]);
    await (await open({ document: text, store: address, secretKey: newer })).close();
    rmSync(folder, { recursive: true });
  });
}
