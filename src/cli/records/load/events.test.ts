import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { telling } from '../../../../tests/serve/events/events.fixture.ts';
import { planFor } from '../../../../tests/serve/support/served.fixture.ts';
import { freshDatabase } from '../../../../tests/support/postgres.ts';
import { createNodePlatform } from '../../../serve/platform-node.ts';
import { openStore } from '../../../stores/index.ts';
import { allNumbered, eventOfCustomer } from '../../../stores/suites/events.suite.ts';
import { said } from '../../shared/terminal.fixture.ts';

const platform = createNodePlatform({ info() {}, warn() {}, error() {} });

test('events move between SQLite and PostgreSQL with their numbers, by export and by backup, and the next goes on', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'shop.md');
  writeFileSync(file, telling);
  const open = (address: string) => openStore(address, planFor(telling), { platform, durability: 'process' });
  const record = async (address: string, ...ids: readonly string[]) => {
    const store = await open(address);
    await store.write(async ({ events }) => {
      const shops = ids.map((id, at) =>
        eventOfCustomer(id, `c${at}`, 1, { refs: '[]', record: `{"shop":"${at % 2 ? 'a' : "b'"}"}` }),
      );
      await events.record(shops);
      return { result: undefined, undo: false };
    });
    await allNumbered(store);
    const events = await store.events.after(0, 100);
    await store.close();
    return events;
  };
  const [first, second, third] = [
    `sqlite:${join(folder, 'a.db')}`,
    await freshDatabase(),
    `sqlite:${join(folder, 'c.db')}`,
  ];
  const stored = await record(first, 'evt_1', 'evt_2', 'evt_3');
  const store = await open(first);
  assert.equal(await store.events.expire(2_000, 1), 1);
  await store.close();
  for (const address of [second, third]) await (await open(address)).close();

  const lines = join(folder, 'all.jsonl');
  assert.equal((await said(['export', file, '--store', first, '--out', lines])).status, 0);
  assert.equal((await said(['load', file, lines, '--store', third])).status, 0);
  assert.equal((await said(['export', file, '--events', '--store', first, '--out', lines, '--force'])).status, 0);
  const loaded = await said(['load', file, lines, '--store', second]);
  assert.equal(loaded.status, 0, loaded.err.join('\n'));
  const again = await said(['load', file, lines, '--store', second]);
  assert.equal(again.status, 2);
  assert.match(
    again.err.join('\n'),
    /The database \S+ already has events. Load events into a database without events\./,
  );
  assert.deepEqual(
    (await record(second, 'evt_4')).map(({ sequence, id }) => `${sequence} ${id}`),
    ['2 evt_2', '3 evt_3', '4 evt_4'],
  );

  const backup = join(folder, 'backup.jsonl');
  assert.equal((await said(['backup', file, backup, '--store', second])).status, 0);
  assert.equal((await said(['load', file, backup, '--store', third])).status, 0);
  const moved = await record(third, 'evt_5');
  assert.deepEqual(moved.slice(0, 2), stored.slice(1));
  assert.deepEqual(
    moved.map(({ sequence }) => sequence),
    [2, 3, 4, 5],
  );
});

test('a line that is no event, or an event for the second time, is told of in its place', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'shop.md');
  writeFileSync(file, telling);
  const address = `sqlite:${join(folder, 'shop.db')}`;
  await (await openStore(address, planFor(telling), { platform, durability: 'process' })).close();
  const lines = join(folder, 'all.jsonl');
  const event = { id: 'evt_1', number: 1, kind: 'customer created', at: 1, recordVersion: 0, traceId: 't' };
  const customer = { resource: 'Customer', recordId: 'c', record: '{}', refs: '[]' };
  const wrong: readonly object[] = [
    { id: 'evt_1', kind: 3 },
    { ...event, id: '' },
    { ...event, ...customer, record: '{' },
    { ...event, ...customer, record: '[]' },
    { ...event, ...customer, before: 'null' },
    { ...event, ...customer, refs: '{}' },
    { ...event, resource: 'Customer' },
  ];
  const load = async (events: readonly object[]) => {
    writeFileSync(lines, events.map((value) => `${JSON.stringify({ event: value })}\n`).join(''));
    const { status, err } = await said(['load', file, lines, '--store', address]);
    return { status, err: err.join('\n') };
  };
  for (const value of wrong) {
    const { err } = await load([value]);
    assert.match(err, /all\.jsonl:1.*is not an event as `nonet export --events` writes it/, JSON.stringify(value));
  }
  const twice = await load([
    { ...event, ...customer },
    { ...event, number: 2 },
    { ...event, id: 'evt_2' },
  ]);
  assert.match(twice.err, /all\.jsonl:2.*there is another event with the ID `evt_1`/);
  assert.match(twice.err, /all\.jsonl:3.*there is another event with the number 1/);
  assert.equal(
    (
      await load([
        { ...event, ...customer },
        { ...event, id: 'evt_2', number: 2 },
      ])
    ).status,
    0,
  );
});
