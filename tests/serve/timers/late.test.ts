import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Connection, createConnector } from '../../../src/stores/postgres/connection/connect.ts';
import { readConnectionSettings } from '../../../src/stores/postgres/connection/opening/address.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { type Served, serve } from '../support/served.fixture.ts';
import { shop } from '../support/shop.fixture.ts';

interface Locked {
  readonly served: Served;
  readonly keys: readonly [north: string, south: string];
  /** Another connection to the database of the shop. */
  readonly other: Connection;
}

/** A shop on PostgreSQL whose requests may take half a second. */
async function locked(t: TestContext): Promise<Locked> {
  const address = await freshDatabase();
  const served = await serve(shop, { serverLimits: { maxRequestTime: 500 } }, undefined, address);
  const other = await createConnector(readConnectionSettings(address.slice(address.indexOf(':') + 1)), [])();
  t.after(async () => {
    await other.end();
    await served.close();
  });
  const key = (of: string): Promise<string> => served.key(['read', 'write'], { shop: of });
  return { served, keys: [await key('north'), await key('south')], other };
}

test('a change that waits for a record until its time is over is not made afterwards', async (t) => {
  const { served, keys, other } = await locked(t);
  const [north, south] = keys;
  const body = { name: 'old', email: 'a@x.org' };
  const { id } = (await served.ask('POST /customers', { key: north, body })).json;
  const { id: id2 } = (await served.ask('POST /customers', { key: south, body })).json;
  await other.execute({ text: 'BEGIN' });
  await other.execute({ text: `SELECT FROM customer WHERE id = '${id}' FOR UPDATE` });
  const [late, beside] = await Promise.all([
    served.ask(`PATCH /customers/${id}`, { key: north, body: { name: 'new' } }),
    served.ask(`PATCH /customers/${id2}`, { key: south, body: { name: 'new' } }),
  ]);
  assert.deepEqual([late.status, beside.status], [503, 200]);
  await other.execute({ text: 'COMMIT' });
  // The lock is the late one's now, until it has been undone.
  await other.execute({ text: `UPDATE customer SET email = 'b@x.org' WHERE id = '${id}'` });
  const read = await served.ask(`GET /customers/${id}`, { key: north });
  assert.deepEqual([read.json.name, read.json.email], ['old', 'b@x.org']);
});
