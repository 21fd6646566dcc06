import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { hooked } from '../../../tests/serve/deliveries/deliveries.fixture.ts';
import { mailing } from '../../../tests/serve/mail/mail.fixture.ts';
import { planFor } from '../../../tests/serve/support/served.fixture.ts';
import type { NewDelivery } from '../../contracts/deliveries.ts';
import { createNodePlatform } from '../../serve/platform-node.ts';
import { openStore } from '../../stores/index.ts';
import { type Said, said } from '../shared/terminal.fixture.ts';

const nonet = (...words: string[]): Promise<Said> => said(words);
const platform = createNodePlatform({ info() {}, warn() {}, error() {} });

function delivery(number: number, subscription: string): NewDelivery {
  const facts = { subscriber: `Hook.url ${subscription}`, subscription, number, event: `evt_${number}` };
  return { route: 'Hook.url', type: 'note.made', orderingKey: `Note ${number}`, ...facts };
}

test('failed deliveries are listed with why, and replayed by delivery, event, subscription or all', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  try {
    const file = join(folder, 'notes.md');
    writeFileSync(file, hooked());
    const store = await openStore(`sqlite:${join(folder, 'notes.db')}`, planFor(hooked()), {
      platform,
      durability: 'process',
    });
    const { deliveries } = store;
    await deliveries.begin(0);
    await deliveries.fanOut(0, 3, [delivery(1, 'one'), delivery(2, 'two'), delivery(3, 'two')], 1_000);
    const taken = await deliveries.take({ now: 1_000, leaseOwner: 'a', until: 2_000, most: 10, each: 8, ahead: 1 });
    const attempt = { at: 1_000, milliseconds: 3 };
    await deliveries.complete(
      'a',
      taken.map(({ id, number }) => ({
        ...{ id, state: 'failed', tries: 1, dueAt: 1_000 },
        attempts: [number === 1 ? { ...attempt, status: 503 } : { ...attempt, problem: 'the connection was refused' }],
      })),
      1_000,
    );
    await store.close();
    const listed = await nonet('deliveries', 'list', file, '--failed');
    assert.equal(listed.out.length, 3);
    assert.match(
      listed.out[0]!,
      /1 {2}1970-01-01T00:00:01.000Z {2}failed {2}note.made {2}evt_1 {2}Hook.url one {2}1 attempt: HTTP 503/,
    );
    assert.deepEqual(listed.err, ['3 deliveries failed']);
    const json = await nonet('deliveries', 'list', file, '--failed', '--subscriber', 'two', '--json', '--limit', '1');
    assert.equal(json.out.length, 1);
    const facts = JSON.parse(json.out[0]!);
    assert.deepEqual(
      [facts.delivery, facts.state, facts.event, facts.result, facts.attempts.length],
      [2, 'failed', 'evt_2', 'the connection was refused', 1],
    );
    assert.deepEqual((await nonet('deliveries', 'list', file, '--event', 'evt_3')).err, ['1 delivery']);
    const none = await nonet('deliveries', 'replay', file);
    assert.equal(none.status, 2);
    assert.match(none.err.join(), /--delivery/);
    assert.deepEqual((await nonet('deliveries', 'replay', file, '--delivery', '1')).out, [
      '1 delivery scheduled to be sent again',
    ]);
    assert.deepEqual((await nonet('deliveries', 'replay', file, '--subscriber', 'two', '--json')).out, [
      '{"replayed":2}',
    ]);
    const waiting = await nonet('deliveries', 'list', file);
    assert.match(waiting.out[0]!, /1 {2}1970-01-01T00:00:01.000Z {2}waiting {2}note.made {2}evt_1/);
    assert.deepEqual((await nonet('deliveries', 'list', file, '--failed')).err, ['0 deliveries failed']);
    const again = await nonet('deliveries', 'replay', file, '--all');
    assert.deepEqual([again.out, again.status], [['0 deliveries scheduled to be sent again'], 1]);
    assert.equal((await nonet('deliveries', 'replay', file, '--delivery', 'x')).status, 2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('serve says which address of a webhook is missing, wrong or of no use', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  try {
    const file = join(folder, 'notes.md');
    writeFileSync(file, hooked('| webhook | setting partner_url | all | | | |'));
    const missing = await nonet('serve', file);
    assert.equal(missing.status, 2);
    assert.match(missing.err.join('\n'), /notes\.md:\d+ {2}the address of the setting partner_url is not given/);
    assert.match(missing.err.join('\n'), /--webhook-url partner_url=https.*NONET_WEBHOOK_URL_PARTNER_URL/);
    const wrong = await nonet(
      'serve',
      file,
      '--webhook-url',
      'partner_url=ftp://example.com',
      '--webhook-url',
      'other=https://e.com',
    );
    assert.match(wrong.err.join('\n'), /no address of http or https\n.*no delivery goes to a setting other/);
    for (const flag of ['partner_url', '=x', 'partner_url=']) {
      assert.equal((await nonet('serve', file, '--webhook-url', flag)).status, 2);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('an email is listed with its address, and found by it or by its row', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  try {
    const file = join(folder, 'notes.md');
    writeFileSync(file, mailing());
    const store = await openStore(`sqlite:${join(folder, 'notes.db')}`, planFor(mailing()), {
      platform,
      durability: 'process',
    });
    const to = (number: number, name: string, subscription: string): NewDelivery => {
      const row = `email ${name}`;
      return { route: row, subscriber: row, subscription, number, event: `evt_${number}`, type: 'note.made' };
    };
    await store.deliveries.begin(0);
    const all = [
      to(1, 'made', 'ada@north.example'),
      to(2, 'made', 'eve@south.example'),
      to(2, 'copy', 'ada@north.example'),
    ];
    await store.deliveries.fanOut(0, 2, all, 1_000);
    await store.close();
    const list = async (...words: string[]): Promise<readonly string[]> =>
      (await nonet('deliveries', 'list', file, ...words)).out.map((line) => line.trim().replace(/ {2,}/g, ' '));
    assert.deepEqual(await list(), [
      '1 — waiting note.made evt_1 email made ada@north.example not attempted',
      '2 — waiting note.made evt_2 email made eve@south.example not attempted',
      '3 — waiting note.made evt_2 email copy ada@north.example not attempted',
    ]);
    assert.deepEqual(
      (await list('--subscriber', 'ada@north.example')).map((line) => line[0]),
      ['1', '3'],
    );
    assert.deepEqual(
      (await list('--subscriber', 'email made')).map((line) => line[0]),
      ['1', '2'],
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
