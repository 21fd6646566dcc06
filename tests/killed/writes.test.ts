import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { inFolder, type Running, serve } from '../support/process.ts';
import { runs } from '../support/runs.ts';
import { invoicesWithoutRate } from '../support/unhurried.ts';

const rounds = runs(20);
const writers = 8;

interface Acknowledged {
  /** The memo of each invoice as it was last acknowledged. */
  readonly memos: Map<string, string>;
  /** Writes that were under way when the process died: either outcome is right. */
  readonly open: Map<string, string>;
  created: number;
}

async function send(service: Running, key: string, method: string, path: string, body?: object): Promise<Response> {
  return fetch(`${service.address}${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function write(service: Running, key: string, customer: string, seen: Acknowledged): Promise<void> {
  for (let count = 0; ; count++) {
    try {
      const lines = [{ text: 'paper', quantity: 1, price: 100 }];
      const created = await send(service, key, 'POST', '/invoices', { customer, lines, due_on: '2999-01-31' });
      if (created.status !== 201) throw new Error(`create answered ${created.status} ${await created.text()}`);
      const { id } = (await created.json()) as { id: string };
      seen.memos.set(id, '');
      seen.created++;
      const memo = `memo ${count}`;
      seen.open.set(id, memo);
      const updated = await send(service, key, 'PATCH', `/invoices/${id}`, { memo });
      if (updated.status !== 200) throw new Error(`update answered ${updated.status} ${await updated.text()}`);
      await updated.json();
      seen.memos.set(id, memo);
      seen.open.delete(id);
    } catch (error) {
      if (error instanceof TypeError || (error as Error).name === 'AbortError') return;
      throw error;
    }
  }
}

async function readBack(
  service: Running,
  key: string,
  seen: Acknowledged,
  [id, memo]: readonly [id: string, memo: string],
  round: number,
): Promise<void> {
  const answer = await send(service, key, 'GET', `/invoices/${id}`);
  assert.equal(answer.status, 200, `round ${round}: ${id} is lost`);
  const found = ((await answer.json()) as { memo: string | null }).memo ?? '';
  const allowed = seen.open.has(id) ? [memo, seen.open.get(id)!] : [memo];
  assert.ok(allowed.includes(found), `round ${round}: ${id} holds "${found}", acknowledged was "${memo}"`);
  // A write that was under way has come to its end now, whichever it was.
  seen.memos.set(id, found);
  seen.open.delete(id);
}

test(`S72: nothing that was acknowledged is lost when the process is killed (${rounds} rounds)`, async (context) => {
  await inFolder(async (folder) => {
    const document = join(folder, 'invoices.md');
    writeFileSync(document, invoicesWithoutRate());
    let service = await serve(document);
    context.after(() => service.kill());
    const key = service.key!;
    const made = await send(service, key, 'POST', '/customers', { name: 'Ada', email: 'ada@example.com' });
    const customer = ((await made.json()) as { id: string }).id;
    const seen: Acknowledged = { memos: new Map(), open: new Map(), created: 0 };
    for (let round = 0; round < rounds; round++) {
      const before = seen.created;
      const work = Array.from({ length: writers }, () => write(service, key, customer, seen));
      // At least one write is acknowledged, however busy the machine is; then any moment may be the last.
      for (let waited = 0; seen.created === before && waited < 1000; waited++) await pause(10);
      await pause((round * 37) % 140);
      await service.kill();
      await Promise.all(work);
      service = await serve(document);
      assert.ok(seen.created > before, `round ${round}: nothing was written, so nothing was proved`);
      const last = [...seen.memos].slice(-200);
      const reader = async (): Promise<void> => {
        for (let next = last.pop(); next !== undefined; next = last.pop())
          await readBack(service, key, seen, next, round);
      };
      await Promise.all(Array.from({ length: writers }, reader));
      assert.equal(seen.open.size, 0);
    }
    assert.equal(await service.stop(), 0);
  });
});
