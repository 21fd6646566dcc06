import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { compile } from '../../../src/codegen/compile.ts';
import { type Connection, createConnector } from '../../../src/stores/postgres/connection/connect.ts';
import { readConnectionSettings } from '../../../src/stores/postgres/connection/opening/address.ts';
import { allNumbered } from '../../../src/stores/suites/events.suite.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { type Served, serveIn } from '../support/served.fixture.ts';
import { shop } from '../support/shop.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { keptClients } from './kept.fixture.ts';

const line = { text: 'x', quantity: 1, price: 100 };

async function invoiceOf(served: Served, key: string, customer: string) {
  const body = { customer, currency: 'EUR', due_on: '2999-01-01', lines: [line] };
  return served.ask('POST /invoices', { key, body });
}

async function customerOf(served: Served, key: string): Promise<string> {
  const got = await served.ask('POST /customers', { key, body: { name: 'N', email: 'a@x.org' } });
  assert.equal(got.status, 201, got.text);
  return got.json.id;
}

/** Writes so many reminders of an invoice, without asking the service. */
async function remind(served: Served, owner: string, invoice: string, first: number, count: number): Promise<void> {
  const code = compile(served.plan).resources.get('Reminder')!;
  const rows = Array.from({ length: count }, (_, i) => {
    const id = `00000000-0000-7000-8000-${String(first + i).padStart(12, '0')}`;
    return code.toRow({ id, shop: owner, invoice, text: 't', state: 'new' }, 1, [0]);
  });
  await served.store.write(async (part) => {
    await Promise.all(rows.map((row) => part.insert('Reminder', row)));
    return { result: undefined, undo: false };
  });
}

for (const [name, address] of everyStore) {
  describe(`a record to which very many refer ${name}`, () => {
    test('goes with all of them, whatever stands before them, and no other record does', async (t) => {
      const served = await serveIn(t, shop, {}, undefined, await address());
      const key = await served.key(['write', 'read'], { shop: 's1' });
      const foreign = await served.key(['write', 'read'], { shop: 's2' });
      const mine = (await invoiceOf(served, key, await customerOf(served, key))).json.id;
      const other = (await invoiceOf(served, foreign, await customerOf(served, foreign))).json.id;
      await remind(served, 's2', other, 1, 10_001);
      await remind(served, 's1', mine, 20_001, 10_001);
      const gone = await served.ask(`DELETE /invoices/${mine}`, { key });
      assert.equal(gone.status, 204, gone.text + served.logged.join('\n'));
      const left = served.store.prepare({ resource: 'Reminder', conditions: [{ kind: 'equal', field: 'shop' }] });
      assert.equal(await left.count({ conditions: ['s1'], now: 0 }), 0);
      assert.equal(await left.count({ conditions: ['s2'], now: 0 }), 10_001);
    });
  });
}

for (const [name, address] of everyStore) {
  test(`a record that is kept as gone does to those that refer to it what their fields say ${name}`, async (t) => {
    const served = await serveIn(t, keptClients, {}, undefined, await address());
    const [ours, theirs] = await Promise.all(['a', 'b'].map((shop) => served.key(['all'], { shop })));
    const make = async (path: string, body: object, key = ours): Promise<number> => {
      const got = await served.ask(`POST /${path}`, { key, body });
      assert.equal(got.status, 201, `${path} ${got.text}`);
      return got.json.id;
    };
    const remove = async (path: string, key = ours): Promise<string | number> => {
      const got = await served.ask(`DELETE /${path}`, { key });
      return got.json?.code ?? got.status;
    };
    const read = async (path: string, key = ours) => {
      const { status, json } = await served.ask(`GET /${path}`, { key });
      return status === 200 ? json : json.code;
    };
    const client = await make('clients', { name: 'Ada' });
    const other = await make('clients', { name: 'Bob' }, theirs);
    const order = await make('orders', { client });
    const group = await make('groups', { clients: [client, client] });
    const card = await make('cards', { client, locked: true });
    const charge = await make('charges', { card });
    const note = await make('notes', { client, text: 'x' });
    const [foreignNote, foreignCard] = [
      await make('notes', { client: other }, theirs),
      await make('cards', { client: other }, theirs),
    ];
    const friend = await make('clients', { name: 'Cleo', friend: client });
    const befriended = await served.ask(`PATCH /clients/${client}`, { key: ours, body: { friend } });
    assert.equal(befriended.status, 200, befriended.text);
    await allNumbered(served.store);
    const before = (await served.store.events.after(0, 1_000)).at(-1)?.sequence ?? 0;

    assert.equal(await remove(`clients/${client}`), 'in_use', 'an order refers to it');
    assert.equal(await remove(`orders/${order}`), 204);
    assert.equal(await remove(`clients/${client}`), 'in_use', 'a card that is locked is not deleted');
    await served.ask(`PATCH /cards/${card}`, { key: ours, body: { locked: false } });
    assert.equal(await remove(`clients/${client}`), 'in_use', 'a group names it in a list');
    assert.equal((await read(`notes/${note}`)).client, client, 'a refusal leaves all as it was');
    assert.equal((await read(`charges/${charge}`)).card, card);
    assert.equal(await remove(`groups/${group}`), 204);
    assert.equal(await remove(`clients/${client}`, theirs), 'missing');
    assert.equal(await remove(`clients/${client}`), 204);

    assert.equal(await read(`clients/${client}`), 'gone');
    assert.equal(await read(`cards/${card}`), 'gone', 'a card is kept by its own delete row');
    assert.equal(await read(`charges/${charge}`), 'missing', 'a charge has none, and is erased');
    assert.deepEqual(await read(`notes/${note}`), { id: note, shop: 'a', text: 'x' });
    assert.ok(!('friend' in (await read(`clients/${friend}`))));
    assert.equal((await read(`notes/${foreignNote}`, theirs)).client, other);
    assert.equal((await read(`cards/${foreignCard}`, theirs)).status, 'valid');

    await allNumbered(served.store);
    const { events } = compile(served.plan);
    const told = (await served.store.events.after(before, 1_000)).map((event) => {
      const { payload } = events.show(events.decode(event));
      return [event.kind, event.recordVersion, JSON.parse(payload!)];
    });
    assert.deepEqual(told, [
      ['charge.erased', 2, { id: charge }],
      ['card.ended', 3, { id: card, status: 'valid', client: { id: client, name: 'Ada' } }],
      ['note.changed', 2, { id: note }],
      ['client.left', 3, { id: client, name: 'Ada' }],
    ]);
    assert.deepEqual(served.logged, []);
  });
}

async function beside(t: TestContext, address: string): Promise<Connection> {
  const connection = await createConnector(readConnectionSettings(address.slice(address.indexOf(':') + 1)), [])();
  t.after(() => connection.end());
  return connection;
}

async function waiting(connection: Connection, count: number): Promise<void> {
  const text = `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  for (let tries = 0; tries < 200; tries++) {
    if ((await connection.execute({ text })).rows[0]![0] === count) return;
    await sleep(25);
  }
  throw new Error(`never were ${count} transactions waiting`);
}

/** Whoever adds an invoice stops where its row is made and not yet written, while the advisory lock 1 is held. */
const pausing = `CREATE FUNCTION pause() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM pg_advisory_xact_lock_shared(1); RETURN NEW; END $$;
CREATE TRIGGER pause BEFORE INSERT ON invoice FOR EACH ROW EXECUTE FUNCTION pause()`;

test('on PostgreSQL a record that was looked at through a reference cannot be changed before the commit, but be looked at', async (t) => {
  const address = await freshDatabase();
  const served = await serveIn(t, shop, {}, undefined, address);
  const [holder, writer] = [await beside(t, address), await beside(t, address)];
  const key = await served.key(['write'], { shop: 's1' });
  const foreign = await served.key(['write'], { shop: 's2' });
  const customer = await customerOf(served, key);
  const theirs = await customerOf(served, foreign);
  // Nobody can add an invoice now: who wants to has already looked at its customer.
  await writer.execute({ text: pausing });
  await holder.execute({ text: 'SELECT pg_advisory_lock(1)' });
  const made = [invoiceOf(served, key, customer), invoiceOf(served, key, customer)];
  await waiting(writer, 2);
  const rename = (id: string) => writer.execute({ text: `UPDATE customer SET name = 'M' WHERE id = $1` }, [id]);
  await writer.execute({ text: `SET lock_timeout = '200ms'` });
  await assert.rejects(rename(customer), { code: '55P03' });
  assert.equal((await rename(theirs)).count, 1);
  await holder.execute({ text: 'SELECT pg_advisory_unlock(1)' });
  assert.deepEqual(
    (await Promise.all(made)).map(({ status }) => status),
    [201, 201],
  );
  assert.equal((await rename(customer)).count, 1);
});

for (const [name, address] of everyStore) {
  test(`a handler that keeps a record as gone sees who came to refer to it since it began ${name}`, async (t) => {
    const place = await address();
    const document = keptClients
      .replace('| delete Client |', '| leave (handler) | POST | /leave | | 204 |\n| delete Client |')
      .replace(
        '| all | all |',
        '| authenticated | leave | |\n| all | all Client, all Order, all Card, all Charge, all Note, all Group |',
      );
    let began = Promise.withResolvers<void>();
    let referred = Promise.withResolvers<void>();
    let leaver = 0;
    let runs = 0;
    // biome-ignore lint/suspicious/noExplicitAny: handlers are typed by `nonet generate types`, not in these tests
    const leave = async ({ store }: any): Promise<void> => {
      runs++;
      const groups = await store.list('Group');
      began.resolve();
      await referred.promise;
      if (groups.length > 0)
        for (const { id } of await store.list('Note')) await store.update('Note', id, { text: 'y' });
      await store.delete('Client', leaver);
    };
    const served = await serveIn(t, document, {}, undefined, place, { leave });
    const key = await served.key(['all'], { shop: 'a' });
    const ask = (request: string, body?: object) => served.ask(request, { key, body });
    // SQLite's handler holds the one writer, so that nobody comes between.
    const comesBetween = place.startsWith('postgres');
    const attempt = async (request: string) => {
      [began, referred, runs] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), 0];
      leaver = (await ask('POST /clients', { name: 'Ada' })).json.id;
      const left = ask('POST /leave');
      await began.promise;
      if (!comesBetween) referred.resolve();
      const made = await ask(request, { client: leaver });
      referred.resolve();
      return { made: made.status, left: (await left).status, runs, id: made.json.id };
    };
    const expected = (left: number) =>
      comesBetween ? { made: 201, left, runs: 2 } : { made: 422, left: 204, runs: 1 };
    const { id: order, ...ordered } = await attempt('POST /orders');
    assert.deepEqual(ordered, expected(409));
    const { id: card, ...carded } = await attempt('POST /cards');
    assert.deepEqual(carded, expected(204));
    const { id: note, ...noted } = await attempt('POST /notes');
    assert.deepEqual(noted, expected(204));
    if (comesBetween) {
      assert.equal((await ask(`DELETE /orders/${order}`)).status, 204);
      assert.equal((await ask(`GET /cards/${card}`)).status, 410);
      assert.equal((await ask(`GET /notes/${note}`)).json.client, undefined);
    }
    // What the handler itself wrote came from nobody else: it runs once.
    await ask('POST /groups', { clients: [] });
    leaver = (await ask('POST /clients', { name: 'Eve' })).json.id;
    await ask('POST /notes', { client: leaver });
    runs = 0;
    assert.equal((await ask('POST /leave')).status, 204);
    assert.equal(runs, 1);
  });
}
