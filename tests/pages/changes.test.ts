import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTest } from '../../src/testing.ts';
import { changesDocument, sections } from '../support/changes.ts';

type Json = Readonly<Record<string, unknown>>;

function pick(body: Json, names: Json): Json {
  return Object.fromEntries(Object.keys(names).map((name) => [name, body[name]]));
}

test('each word of Changes shows what clients of both versions send and get', async (t) => {
  const service = await openTest({ document: changesDocument() });
  t.after(() => service.close());
  assert.equal(sections.length, 16);
  const tried = sections.filter(({ request }) => request.length > 0);
  assert.ok(tried.length >= 8, String(tried.length));
  const clients = await Promise.all(['north', 'south'].map((shop) => service.client({ attributes: { shop } })));
  const customer = (await clients[0]!.post('/customers', { name: 'Ada', email: 'ada@example.com' })).body.id;
  const lines = [{ text: 'paper', quantity: 1, price: 100 }];
  const whole = [
    { customer, lines, due_on: '2026-12-31', note: '' },
    { customer, lines, due_on: '2026-12-31', kind: 'services' },
  ];
  for (const { word, request, response } of tried) {
    for (const [at, sent] of request.entries()) {
      const { due_on: _, ...short } = whole[at]!;
      const body = { ...(word === 'required' ? short : whole[at]), ...sent };
      const made = await clients[at]!.post('/invoices', body, { V: String(at + 1) });
      assert.equal(made.status, 201, `${word}: ${made.text}`);
      assert.deepEqual(pick(made.body, response[at]!), response[at], word);
      const other = await clients[at]!.get(`/invoices/${made.body.id}`, { V: String(2 - at) });
      if (word !== 'added') assert.deepEqual(pick(other.body, response[1 - at]!), response[1 - at], word);
    }
  }
});
