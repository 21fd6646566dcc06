import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { telling } from '../../../tests/serve/events/events.fixture.ts';
import { planFor } from '../../../tests/serve/support/served.fixture.ts';
import { createNodePlatform } from '../../serve/platform-node.ts';
import { openStore } from '../../stores/index.ts';
import { type Said, said } from '../shared/terminal.fixture.ts';

const quiet = createNodePlatform({ info() {}, warn() {}, error() {} });

/** A document with a store in which three events of two shops are kept. */
async function kept(t: TestContext): Promise<(words: string) => Promise<Said>> {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'shop.md');
  writeFileSync(file, telling);
  const store = await openStore(`sqlite:${join(folder, 'shop.db')}`, planFor(telling), {
    platform: quiet,
    durability: 'process',
  });
  const event = (nth: number, shop: string, kind: string) => ({
    id: `evt_${nth}`,
    kind,
    resource: 'Customer',
    recordId: `cus_${nth}`,
    recordVersion: 1,
    record: JSON.stringify({
      id: `cus_${nth}`,
      shop,
      name: 'Ann',
      email: 'a@x.example',
      created_at: '2026-11-01T09:00:00.000Z',
    }),
    at: Date.UTC(2026, 10, nth),
    traceId: 'a'.repeat(32),
    ...(nth === 2 ? { caller: 'ann' } : {}),
  });
  await store.write(async ({ events }) => {
    await events.record([
      event(1, 'a', 'customer.changed'),
      event(2, 'b', 'customer.left'),
      event(3, 'a', 'customer.left'),
    ]);
    return { result: undefined, undo: false };
  });
  await store.close();
  return (words) => said(words.split(' ').map((word) => (word === 'FILE' ? file : word)));
}

test('events are listed by number, and by kind, moment and record', async (t) => {
  const nonet = await kept(t);
  const all = await nonet('events list FILE');
  assert.equal(all.out.length, 3);
  assert.equal(all.out[1], '       2  2026-11-02T00:00:00.000Z  customer.left  Customer cus_2  evt_2');
  assert.deepEqual(all.err, ['3 events']);
  const ids = async (words: string): Promise<string> =>
    (await nonet(`events list FILE --json ${words}`)).out.map((line) => JSON.parse(line).id).join();
  assert.equal(await ids('--type customer.left'), 'evt_2,evt_3');
  assert.equal(await ids('--since 2026-11-02T00:00:00Z --record cus_3'), 'evt_3');
  assert.equal(await ids('--after 1 --limit 1'), 'evt_2');
  assert.deepEqual((await nonet('events list FILE --limit 2')).err, ['2 events. To list more, add --after 2']);
});

test('one event is shown with its payload', async (t) => {
  const nonet = await kept(t);
  const { out } = await nonet('events show FILE evt_2');
  assert.ok(out.includes('type:     customer.left'), out.join('\n'));
  assert.equal(out.at(-1), 'payload:  {"id":"cus_2","name":"Ann"}');
  const json = JSON.parse((await nonet('events show FILE evt_2 --json')).out[0]!);
  assert.deepEqual(json.payload, { id: 'cus_2', name: 'Ann' });
  assert.deepEqual([json.number, json.record, json.time], [2, 'cus_2', '2026-11-02T00:00:00.000Z']);
});

test('what cannot be meant is told in words, with status 2', async (t) => {
  const nonet = await kept(t);
  for (const [words, said] of [
    ['events show FILE evt_9', /No stored event has the ID evt_9/],
    ['events list FILE --type customer.lef', /Did you mean customer\.left\?/],
    ['events list FILE --since yesterday', /--since takes a date or time, such as 2026-11-01/],
    ['events list FILE --limit 0', /--limit takes a whole number of at least 1/],
  ] as const) {
    const { err, status } = await nonet(words);
    assert.equal(status, 2, words);
    assert.match(err.join('\n'), said);
  }
});

test('an event is shown with the caller of its request, if it has one', async (t) => {
  const nonet = await kept(t);
  const of = async (id: string) => JSON.parse((await nonet(`events show FILE ${id} --json`)).out[0]!).caller;
  assert.deepEqual([await of('evt_1'), await of('evt_2')], [undefined, 'ann']);
  assert.ok((await nonet('events show FILE evt_2')).out.includes('caller:   ann'));
  const listed = (await nonet('events list FILE --json')).out.map((line) => JSON.parse(line).caller);
  assert.deepEqual(listed, [undefined, 'ann', undefined]);
});
