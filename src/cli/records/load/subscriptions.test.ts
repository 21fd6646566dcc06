import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { planFor } from '../../../../tests/serve/support/served.fixture.ts';
import { toldVersions } from '../../../../tests/serve/versions/told.fixture.ts';
import { freshDatabase } from '../../../../tests/support/postgres.ts';
import { createNodePlatform } from '../../../serve/platform-node.ts';
import { openStore } from '../../../stores/index.ts';
import { said } from '../../shared/terminal.fixture.ts';

const platform = createNodePlatform({ info() {}, warn() {}, error() {} });
const north = 'hook_01k8z7rqa0faw8vvg14d2pf2db';
const south = 'hook_01k8z7rqa0faw8vvg14d2pf2dc';

test('the versions of subscriptions move between SQLite and PostgreSQL, by export and by backup', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'bills.md');
  writeFileSync(file, toldVersions());
  const open = (address: string) => openStore(address, planFor(toldVersions()), { platform, durability: 'process' });
  const [first, second] = [`sqlite:${join(folder, 'a.db')}`, await freshDatabase()];
  const [third, fourth] = [`sqlite:${join(folder, 'c.db')}`, join(folder, 'copy.db')];
  const from = await open(first);
  await from.write(async (transaction) => {
    await transaction.insert('Hook', [1, north, 'north', 'https://a.example/', null]);
    await transaction.insert('Hook', [1, south, 'south', 'https://b.example/', null]);
    await transaction.events.subscribe('Hook', north, '1');
    return { result: undefined, undo: false };
  });
  await from.close();
  for (const address of [second, third]) await (await open(address)).close();

  const lines = join(folder, 'all.jsonl');
  const backup = join(folder, 'backup.jsonl');
  for (const words of [
    ['export', file, '--store', first, '--out', lines],
    ['load', file, lines, '--store', second],
    ['backup', file, backup, '--store', second],
    ['load', file, backup, '--store', third],
    ['backup', file, fourth, '--store', third],
  ]) {
    const { status, err } = await said(words);
    assert.equal(status, 0, `${words.join(' ')}: ${err.join('\n')}`);
  }
  for (const address of [second, third, `sqlite:${fourth}`]) {
    const store = await open(address);
    assert.deepEqual([...(await store.deliveries.versions('Hook', [north, south]))], [[north, '1']], address);
    await store.close();
  }
});

test('a line names a version beside a subscription alone', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'bills.md');
  writeFileSync(file, toldVersions());
  const address = `sqlite:${join(folder, 'a.db')}`;
  await (await openStore(address, planFor(toldVersions()), { platform, durability: 'process' })).close();
  const lines = join(folder, 'all.jsonl');
  const bill = { id: 'bill_01k8z7rqa0faw8vvg14d2pf2db', shop: 'north', memo: 'a', cents: 1 };
  const hook = { id: north, shop: 'north', url: 'https://a.example/' };
  const rows = [
    { resource: 'Bill', record: bill, apiVersion: '1' },
    { resource: 'Hook', record: hook, apiVersion: 1 },
  ];
  writeFileSync(lines, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const { status, err } = await said(['load', file, lines, '--store', address]);
  const told = err.join('\n');
  assert.equal(status, 1, told);
  assert.match(
    told,
    /all\.jsonl:1.*`apiVersion` is only allowed for subscriptions, and no delivery goes to each `Bill`/,
  );
  assert.match(told, /all\.jsonl:2.*`apiVersion` must be the name of an API version/);
});
