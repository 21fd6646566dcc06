import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, createConnector } from '../../../src/stores/postgres/connection/connect.ts';
import { readConnectionSettings } from '../../../src/stores/postgres/connection/opening/address.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { type Got, type Served, serveIn } from '../support/served.fixture.ts';
import { shop } from '../support/shop.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** Reminders refer to an invoice, perhaps to another one and to a reminder, and their texts are unique. */
const document = shop.replace(
  '| text | string | required | |\n| state |',
  `| text | string | required; unique with shop | |
| also | ref Invoice or null | on delete clear | |
| behind | ref Reminder or null | on delete clear | |
| state |`,
);

interface Tenant {
  readonly key: string;
  readonly customer: string;
  readonly invoice: string;
}

async function tenantOf(served: Served, name: string): Promise<Tenant> {
  const key = await served.key(['write', 'read', 'tags'], { shop: name });
  const made = async (line: string, body: object): Promise<string> => {
    const got = await served.ask(line, { key, body });
    assert.equal(got.status, 201, got.text);
    return got.json.id;
  };
  const customer = await made('POST /customers', { name: 'N', email: 'a@x.org' });
  return { key, customer, invoice: await made('POST /invoices', invoiceOf(customer)) };
}

function invoiceOf(customer: string, price = 100) {
  return { customer, currency: 'EUR', due_on: '2999-01-01', lines: [{ text: 'x', quantity: 1, price }] };
}

function pointersOf({ status, json, text }: Got): readonly string[] {
  assert.equal(status, 422, text);
  return json.errors.map(({ pointer }: { pointer: string }) => pointer);
}

async function countOf(served: Served, resource: string, owner: string): Promise<number> {
  const query = served.store.prepare({ resource, conditions: [{ kind: 'equal', field: 'shop' }] });
  return query.count({ conditions: [owner], now: 0 });
}

for (const [name, address] of everyStore) {
  describe(`a create that refers ${name}`, () => {
    const opened = async (t: TestContext) => {
      const served = await serveIn(t, document, {}, undefined, await address());
      return { served, mine: await tenantOf(served, 's1'), theirs: await tenantOf(served, 's2') };
    };

    test('is refused with every reference that names nothing for its caller, and writes nothing', async (t) => {
      const { served, mine, theirs } = await opened(t);
      const remind = (body: object) => served.ask('POST /reminders', { key: mine.key, body });
      const nobody = `${theirs.invoice.slice(0, -1)}${theirs.invoice.endsWith('0') ? '1' : '0'}`;
      const behind = '00000000-0000-7000-8000-000000000001';
      const wrong = await remind({ invoice: theirs.invoice, also: nobody, behind, text: 'a' });
      assert.deepEqual(pointersOf(wrong), ['/invoice', '/also', '/behind']);
      assert.deepEqual(pointersOf(await remind({ invoice: mine.invoice, also: theirs.invoice, text: 'a' })), ['/also']);
      assert.equal(await countOf(served, 'Reminder', 's1'), 0);
      const first = await remind({ invoice: mine.invoice, also: mine.invoice, text: 'a' });
      assert.equal(first.status, 201, first.text);
      assert.equal((await remind({ invoice: mine.invoice, behind: first.json.id, text: 'b' })).status, 201);
      assert.equal(await countOf(served, 'Reminder', 's1'), 2);
      assert.equal(await countOf(served, 'Reminder', 's2'), 0);
    });

    test('is refused for its references before a broken rule and before what is not unique', async (t) => {
      const { served, mine, theirs } = await opened(t);
      const { key } = mine;
      const free = await served.ask('POST /invoices', { key, body: invoiceOf(mine.customer, 0) });
      assert.equal(free.json.code, 'nothing_to_pay');
      const both = await served.ask('POST /invoices', { key, body: invoiceOf(theirs.customer, 0) });
      assert.deepEqual(pointersOf(both), ['/customer']);
      const remind = (invoice: string) => served.ask('POST /reminders', { key, body: { invoice, text: 'a' } });
      assert.equal((await remind(mine.invoice)).status, 201);
      assert.deepEqual(pointersOf(await remind(theirs.invoice)), ['/invoice']);
      assert.equal((await remind(mine.invoice)).status, 409);
      const other = await served.ask('POST /reminders', {
        key: theirs.key,
        body: { invoice: theirs.invoice, text: 'a' },
      });
      assert.equal(other.status, 201, other.text);
    });

    test('does not find a record that is gone', async (t) => {
      const { served, mine } = await opened(t);
      const { key, invoice } = mine;
      const first = await served.ask('POST /reminders', { key, body: { invoice, text: 'a' } });
      for (const line of [`POST /reminders/${first.json.id}/see`, `DELETE /reminders/${first.json.id}`]) {
        const got = await served.ask(line, { key });
        assert.ok(got.status < 300, got.text);
      }
      const body = { invoice, behind: first.json.id, text: 'b' };
      assert.deepEqual(pointersOf(await served.ask('POST /reminders', { key, body })), ['/behind']);
    });
  });
}

async function waiting(connection: Connection): Promise<void> {
  const text = `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  for (let tries = 0; tries < 200; tries++) {
    if ((await connection.execute({ text })).rows[0]![0] === 1) return;
    await sleep(25);
  }
  throw new Error('nobody waited');
}

test('on PostgreSQL a create waits for who is changing what it refers to, and sees what becomes of it', async (t) => {
  const address = await freshDatabase();
  const served = await serveIn(t, document, {}, undefined, address);
  const holder = await createConnector(readConnectionSettings(address.slice(address.indexOf(':') + 1)), [])();
  t.after(() => holder.end());
  const { key, customer } = await tenantOf(served, 's1');
  const theirs = await tenantOf(served, 's2');
  const meanwhile = async (text: string, values: readonly unknown[], ended: string): Promise<Got> => {
    await holder.execute({ text: 'BEGIN' });
    await holder.execute({ text }, values);
    const asked = served.ask('POST /invoices', { key, body: invoiceOf(customer) });
    await waiting(holder);
    await holder.execute({ text: ended });
    return asked;
  };
  const give = `UPDATE customer SET shop = $2, email = 'b@x.org' WHERE id = $1`;
  assert.equal((await meanwhile(give, [customer, 's2'], 'ROLLBACK')).status, 201);
  assert.deepEqual(pointersOf(await meanwhile(give, [customer, 's2'], 'COMMIT')), ['/customer']);
  await holder.execute({ text: give }, [customer, 's1']);
  assert.equal((await served.ask('POST /invoices', { key, body: invoiceOf(customer) })).status, 201);
  assert.equal(await countOf(served, 'Invoice', 's1'), 3);
  const theirOwn = await served.ask('POST /invoices', { key: theirs.key, body: invoiceOf(theirs.customer) });
  assert.equal(theirOwn.status, 201, theirOwn.text);
});
