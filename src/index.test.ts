import assert from 'node:assert/strict';
import { test } from 'node:test';
import { implement, open, plan, read } from './index.ts';
import { coded } from './serve/coded.fixture.ts';
import { shop } from './serve/shop.fixture.ts';

const json = { 'Content-Type': 'application/json' };

test('a document is opened as a function from Request to Response, with a clock of its own', async () => {
  const service = await open({ document: shop, clock: () => Date.UTC(2030, 0, 2) });
  const key = await service.createKey({ subject: 'ada', scopes: ['read', 'write'], attributes: { shop: 'a' } });
  const theirs = await service.createKey({ subject: 'bob', scopes: ['read', 'write'], attributes: { shop: 'b' } });
  const headers = { ...json, Authorization: `Bearer ${key}` };
  const body = JSON.stringify({ name: 'Ada', email: 'ada@example.com' });
  const made = await service.fetch(new Request('http://localhost/customers', { method: 'POST', headers, body }));
  assert.equal(made.status, 201);
  const customer = (await made.json()) as { id: string; created_at: string };
  assert.equal(customer.created_at, '2030-01-02T00:00:00.000Z');
  const address = `http://localhost/customers/${customer.id}`;
  assert.equal((await service.fetch(new Request(address, { headers }))).status, 200);
  const other = { Authorization: `Bearer ${theirs}` };
  assert.equal((await service.fetch(new Request(address, { headers: other }))).status, 404);
  assert.equal((await service.fetch(new Request('http://localhost/nowhere'))).status, 404);
  await service.close();
});

test('handlers are handed in, and what does not fit is told before anything is served', async () => {
  const handlers = implement({
    'remind Invoice': () => undefined,
    'split Invoice': () => undefined,
    owing: () => ({ customers: [], text: 'none' }),
    'close Invoice': () => undefined,
  } as never);
  const service = await open({ document: coded, handlers });
  const key = await service.createKey({ subject: 'ada', scopes: ['write'], attributes: { shop: 'a' } });
  const got = await service.fetch(new Request('http://x/owing/all', { headers: { Authorization: `Bearer ${key}` } }));
  assert.deepEqual(await got.json(), { customers: [], text: 'none' });
  await service.close();
  await assert.rejects(() => open({ document: coded }), /remind Invoice has no handler/);
  await assert.rejects(() => open({ document: '# X\n\n## Limits\n\n- Nonsense: yes\n' }), /error\[/);
});

test('reading never throws and a plan is made of a document without errors only', () => {
  assert.ok(read('').problems.length > 0);
  assert.equal(plan(read(shop)).name, 'Shop');
  assert.throws(() => plan(read('# X\n\n## Limits\n\n- Nonsense: yes\n', 'x.md')), /x\.md:/);
});
