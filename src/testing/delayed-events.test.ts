import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { freshDatabase, useOwnServer } from '../../tests/support/postgres.ts';
import { openTest } from '../testing.ts';

useOwnServer();

test('a request waits for its event, which a transaction in another database of PostgreSQL delays', async (t) => {
  const service = await openTest({ document: 'examples/invoices/invoices.md', store: await freshDatabase() });
  t.after(() => service.close());
  const [ours, theirs] = await Promise.all(
    ['a', 'b'].map((shop) => service.client({ attributes: { shop }, scheme: 'key' })),
  );
  const customer = (await ours!.post('/customers', { name: 'Ada', email: 'ada@example.com' })).body.id;
  const stream = await ours!.stream('/events');
  const other = new Client({ connectionString: await freshDatabase() });
  await other.connect();
  t.after(() => other.end());
  await other.query('BEGIN');
  await other.query('SELECT pg_current_xact_id()');
  const lines = [{ text: 'paper', quantity: 1, price: 5 }];
  const creating = ours!.post('/invoices', { customer, lines, due_on: '2030-02-01' });
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.deepEqual(service.events, []);
  await other.query('COMMIT');
  const { id } = (await creating).body;
  assert.deepEqual(
    service.events.map(({ type, recordId }) => [type, recordId]),
    [['invoice.created', id]],
  );
  assert.equal(stream.events.length, 1);
  assert.deepEqual((await theirs!.stream('/events', { 'Last-Event-ID': '0' })).events, []);
});
