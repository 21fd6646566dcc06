import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { StoredEvent } from '../../src/contracts/events.ts';
import { createNodePlatform } from '../../src/serve/platform-node.ts';
import { openStore } from '../../src/stores/index.ts';
import { allNumbered } from '../../src/stores/suites/events.suite.ts';
import { planFor } from '../serve/support/served.fixture.ts';
import { storesInFolder } from '../serve/support/stores.fixture.ts';
import { inFolder, type Running, send, serve } from '../support/process.ts';
import { invoicesWithoutRate } from '../support/unhurried.ts';

const rounds = 4;
const writers = 8;

const events = `## Events

| Event | When | Payload |
| --- | --- | --- |
| invoice.created | create Invoice | \`Invoice\` |
| invoice.also | create Invoice | |
| invoice.changed | update Invoice | \`Invoice(id, memo)\` |
`;
/** Without its older versions, which have its own events. */
const document = invoicesWithoutRate()
  .replace(/## Events\n[\s\S]*?(?=## Errors)/, `${events}\n`)
  .replace(/(?<=^## Versioning\n)[\s\S]*$/m, '\nNone.\n');

interface Acknowledged {
  readonly created: Set<string>;
  readonly changed: Set<string>;
}

async function write(service: Running, key: string, customer: string, seen: Acknowledged): Promise<void> {
  const lines = [{ text: 'paper', quantity: 1, price: 100 }];
  for (let count = 0; ; count++) {
    try {
      const { id } = await send(service, key, 'POST /invoices', { customer, lines, due_on: '2999-01-31' });
      seen.created.add(id);
      await send(service, key, `PATCH /invoices/${id}`, { memo: `memo ${count}` });
      seen.changed.add(id);
    } catch (error) {
      if (error instanceof TypeError) return;
      throw error;
    }
  }
}

async function eventsAt(address: string): Promise<readonly StoredEvent[]> {
  const platform = createNodePlatform({ info() {}, warn() {}, error() {} });
  const store = await openStore(address, planFor(document), { platform, durability: 'process' });
  try {
    await allNumbered(store);
    return await store.events.after(0, 1_000_000);
  } finally {
    await store.close();
  }
}

describe(`S72: every acknowledged write has its event when the process is killed (${rounds} rounds)`, () => {
  for (const [name, addressIn] of storesInFolder) {
    test(name, async (context) => {
      await inFolder(async (folder) => {
        const file = join(folder, 'invoices.md');
        writeFileSync(file, document);
        const address = await addressIn(folder);
        let service = await serve(file, ['--store', address]);
        context.after(() => service.kill());
        const key = service.key!;
        const customer = (await send(service, key, 'POST /customers', { name: 'Ada', email: 'a@example.com' })).id;
        const seen: Acknowledged = { created: new Set(), changed: new Set() };
        for (let round = 0; round < rounds; round++) {
          const before = seen.created.size;
          const work = Array.from({ length: writers }, () => write(service, key, customer, seen));
          // At least one write is acknowledged, however busy the machine is; then any moment may be the last.
          for (let waited = 0; seen.created.size === before && waited < 1000; waited++) await pause(10);
          await pause((round * 37) % 140);
          await service.kill();
          await Promise.all(work);
          if (round < rounds - 1) service = await serve(file, ['--store', address]);
          assert.ok(seen.created.size > before, `round ${round}: nothing was written, so nothing was proved`);
        }
        const stored = await eventsAt(address);
        const of = (kind: string): readonly (string | undefined)[] =>
          stored.filter((event) => event.kind === kind).map(({ recordId }) => recordId);
        const [created, also, changed] = [of('invoice.created'), of('invoice.also'), of('invoice.changed')];
        assert.deepEqual(
          [...seen.created].filter((id) => !created.includes(id)),
          [],
        );
        assert.deepEqual(
          [...seen.changed].filter((id) => !changed.includes(id)),
          [],
        );
        // Each change has both of its events or none, each once, and numbers have no hole.
        assert.deepEqual(also.toSorted(), created.toSorted());
        assert.equal(new Set(created).size, created.length);
        assert.deepEqual(
          stored.map(({ sequence }) => sequence),
          stored.map((_, at) => at + 1),
        );
        const versions = new Map<string, number>();
        for (const { recordId, recordVersion } of stored) {
          assert.ok((versions.get(recordId!) ?? 0) <= recordVersion, `${recordId} goes back to ${recordVersion}`);
          versions.set(recordId!, recordVersion);
        }
      });
    });
  }
});
