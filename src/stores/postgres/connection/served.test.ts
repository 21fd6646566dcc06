import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { freshDatabase } from '../../../../tests/support/postgres.ts';
import { type Store, StoreUnavailableError } from '../../../contracts/store.ts';
import type { Plan } from '../../../plan/plan.ts';
import { openMigration, openStore } from '../../index.ts';
import { explainExclusiveWrites } from '../../migration/beside.ts';
import { type Changing, idOf, listed, migrated, planWith, rowsOf } from '../../migration.fixture.ts';
import { StoreInUseError } from '../../store-error.ts';
import { asking, testHost } from '../../suites/surroundings.suite.ts';
import { mustFit } from '../../transfer.ts';
import type { Connection, StatementResult } from './connect.ts';
import { createServing, takeServedAlone } from './served.ts';

const before = planWith();
const memo = { invoice: rowsOf('invoice', { memo: '| memo | string | |' }) };
const beside = planWith(memo);
const withDefault = planWith({ invoice: rowsOf('invoice', { memo: '| memo | string | default "none" |' }) });

const rules = ['', '| Rule | Check | Error | Meaning |', '| --- | --- | --- | --- |', '| few | `note != "y"` | | |'];
const ruled = planWith({ invoice: [...rowsOf('invoice', {}), ...rules] });
const ofOperations = ['', '| Rule | On | Check |', '| --- | --- | --- |', '| few | send, update | `note != "y"` |'];

const withInvoice = (changed: object): Plan => ({
  ...before,
  digest: 'changed',
  resources: before.resources.map((resource) => (resource.name === 'Invoice' ? { ...resource, ...changed } : resource)),
});

const invoice = (of: Changing['invoice']): Plan => planWith({ invoice: of! });

const alone: readonly (readonly [now: Plan, reason: RegExp])[] = [
  [withDefault, /^`Invoice\.memo` is new and has a default$/],
  [invoice(rowsOf('invoice', { memo: '| memo | string | required |' })), /^`Invoice\.memo` is new and is required$/],
  [
    invoice(rowsOf('invoice', { total: '| total | integer | = `sum(lines.map(l, l.price * 2))` |' })),
    /^`Invoice\.total` is computed differently$/,
  ],
  [
    invoice(rowsOf('invoice', { twice: '| twice | integer | = `sum(lines.map(l, l.price * 2))` |' })),
    /^`Invoice\.twice` is new and is computed$/,
  ],
  [
    invoice(rowsOf('invoice', { note: '| note | string | default "x" |' })),
    /^`Invoice\.note` has a different default$/,
  ],
  [
    invoice(rowsOf('invoice', { note: '| note | integer | |' })),
    /^`Invoice\.note` has a different type or constraints$/,
  ],
  [invoice(rowsOf('invoice', { note: '| note | string | required |' })), /^`Invoice\.note` is required$/],
  [invoice(rowsOf('invoice', { note: '| note | string | unique |' })), /^`Invoice` has different unique constraints$/],
  [invoice(rowsOf('invoice', { note: undefined })), /^`Invoice\.note` no longer exists$/],
  [invoice(rowsOf('invoice', { second: '| second | ref Customer | |' })), /^different references point to `Customer`$/],
  [
    invoice(rowsOf('invoice', { shop: '| shop | string | assigned from caller.id |' })),
    /^`Invoice\.shop` is assigned differently$/,
  ],
  [
    invoice(rowsOf('invoice', { customer: '| customer | ref Customer | on delete cascade |' })),
    /^`Invoice\.customer` has a different `on delete`$/,
  ],
  [ruled, /^`Invoice` has the new rule `few`$/],
  [invoice([...rowsOf('invoice', {}), ...ofOperations]), /^`Invoice` has the new rule `few` on `send`$/],
  [
    planWith({
      states: ['| draft | initial |', '| open | |', '| void | final |', '| lost | final |'],
      transitions: [
        '| draft | send | open | handler |',
        '| open | drop | void | handler |',
        '| open | lose | lost | handler |',
      ],
    }),
    /^`Invoice` has different states$/,
  ],
  [withInvoice({ table: 'invoices' }), /^`Invoice` has a different table or identity$/],
  [
    planWith({ line: ['| price | integer | required |', '| of | ref Customer | |'] }),
    /^different references are inside records$/,
  ],
  [planWith({ line: ['| text | string | default "a" |', '| price | integer | required |'] }), /^the object `Line`/],
  [
    planWith({ transitions: ['| draft | send | open | handler |', '| open | drop | void | after 1 day |'] }),
    /^`Invoice` has different transitions$/,
  ],
];

test('a document runs beside the one before it only if what the older instances write is as it says', () => {
  for (const [now, reason] of alone) {
    const reasons = explainExclusiveWrites(before, now);
    assert.ok(
      reasons.some((otherReason) => reason.test(otherReason)),
      `${reason}: ${reasons.join('; ')}`,
    );
  }
  const transitions = [
    '| draft | send | open | handler |',
    '| open | drop | void | handler |',
    '| draft | end | void | handler |',
  ];
  const more = '### Parcel\n\n| Field | Type | Constraints |\n| --- | --- | --- |\n| id | typeid par | assigned |\n';
  for (const now of [beside, planWith({ transitions }), planWith({ more })])
    assert.deepEqual(explainExclusiveWrites(before, now), []);
});

test('new events run beside the older document only if nobody hands them out, and quotas only if the same are counted', () => {
  const line = 1;
  const event = (name: string, operation: string) => ({ name, when: [{ operation, emitted: true }], line });
  const webhook = { kind: 'webhook', to: { kind: 'setting', name: 'hub' }, events: 'all', line } as const;
  const stream = { kind: 'sse', to: { kind: 'endpoint', operation: 'stream events' }, events: 'all', line } as const;
  const [one, two] = [event('invoice.listed', 'list Invoice'), event('invoice.seen', 'list Invoice')];
  const of = (more: Partial<Plan>): Plan => ({ ...before, ...more, digest: JSON.stringify(more) });
  const reasons = (older: Partial<Plan>, now: Partial<Plan>): readonly string[] =>
    explainExclusiveWrites(of(older), of(now));
  assert.deepEqual(reasons({ events: [one] }, { events: [one, two], deliveries: [stream] }), []);
  assert.deepEqual(reasons({ events: [one] }, { events: [event('invoice.listed', 'read Invoice')] }), [
    'the event `invoice.listed` is different',
  ]);
  const told = { deliveries: [webhook] };
  assert.deepEqual(reasons({ events: [one], ...told }, { events: [one], ...told, limitHeaders: ['rate'] }), []);
  assert.deepEqual(reasons({ events: [one], ...told }, { events: [one, two], ...told }), [
    'the event `invoice.seen` is new and delivered',
  ]);
  assert.deepEqual(reasons({ events: [one] }, { events: [one], ...told }), ['events are delivered differently']);
  const limit = { name: 'few', kind: 'quota', operations: [], everyRequest: false, resource: 'Invoice', line };
  const quota = (count: number): Partial<Plan> => ({ limits: [{ ...limit, value: { count } }] });
  assert.deepEqual(reasons(quota(5), quota(6)), []);
  assert.deepEqual(reasons({}, quota(6)), ['different quotas are counted']);
});

async function opened(
  t: TestContext,
  address: string,
  plan: Plan,
  outdated: string[] = [],
  logged: string[] = [],
): Promise<Store> {
  const store = await openStore(address, plan, {
    platform: { ...testHost, log: { ...testHost.log, error: (_, message) => void logged.push(message) } },
    durability: 'process',
    outdated: (why) => void outdated.push(why),
  });
  t.after(() => store.close());
  return store;
}

const insert = (store: Store, number: string, more: readonly unknown[] = []): Promise<unknown> =>
  store.write(async (transaction) => {
    const row = [1, 1_000, idOf('inv', number), 'north', null, 'draft', null, 'x', '[]', 0, ...more];
    return { result: await transaction.insert('Invoice', row), undo: false };
  });

test('an instance of the older document writes on beside a change that leaves its records as they should be', async (t) => {
  const address = await freshDatabase();
  const old = await opened(t, address, before);
  await insert(old, '1');
  const report = await migrated(address, beside);
  assert.equal(report.done, true);
  const now = await opened(t, address, beside);
  await Promise.all([insert(old, '2'), insert(now, '3', ['a'])]);
  const again = await opened(t, address, before);
  await insert(again, '4');
  const count = await now.prepare({ resource: 'Invoice', conditions: [] }).count({ conditions: [], now: 0 });
  assert.equal(count, 4);
});

test('a change that older instances would not follow is refused while one serves, and names it and the reason', async (t) => {
  const address = await freshDatabase();
  const old = await opened(t, address, before);
  await insert(old, '1');
  await assert.rejects(migrated(address, withDefault), (error: Error) => {
    assert.ok(error instanceof StoreInUseError);
    assert.match(
      error.message,
      /is still served with another document, by nonet on \S+, process \d+ at 127\.0\.0\.1\. Its records would not fit this document: /,
    );
    assert.match(error.message, /`Invoice\.memo` is new and has a default/);
    return true;
  });
  await insert(old, '2');
  // A rule needs no other tables: serving the document would be enough to let both write.
  await assert.rejects(opened(t, address, ruled), StoreInUseError);
  await old.close();
  assert.equal((await migrated(address, withDefault)).done, true);
  const now = await opened(t, address, withDefault);
  await insert(now, '3', ['none']);
  await assert.rejects(opened(t, address, before), /does not fit the document/);
});

test('who loads or changes records keeps the instances from them until it is done, and who only reads does not', async (t) => {
  const address = await freshDatabase();
  await opened(t, address, before);
  const store = (await openMigration(address))!;
  t.after(() => store.close());
  const held = `SELECT 1 FROM pg_locks WHERE relation = 'invoice'::regclass AND mode = 'AccessExclusiveLock' AND granted`;
  for (const writing of [true, false]) {
    await store.begin(writing);
    await mustFit(store, before);
    assert.equal((await store.read(held)).length, writing ? 1 : 0);
    await store.rollback();
  }
});

test('an instance whose connections were gone while the store was changed writes nothing more and says so once', async (t) => {
  const address = await freshDatabase();
  const outdated: string[] = [];
  const logged: string[] = [];
  const old = await opened(t, address, before, outdated, logged);
  await insert(old, '1');
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  t.after(() => client.end());
  // As a network does that comes back only after the change.
  const ended =
    "SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'nonet on %'";
  let done = false;
  for (let tries = 0; !done && tries < 20; tries++) {
    await client.query(ended);
    done = await migrated(address, withDefault).then(
      () => true,
      () => false,
    );
  }
  assert.equal(done, true);
  for (const number of ['2', '3']) await assert.rejects(insert(old, number), StoreUnavailableError);
  assert.equal(outdated.length, 1);
  assert.deepEqual(logged, outdated);
  assert.match(outdated[0]!, /^the database postgres:\S+ was migrated to another document$/);
  const { rows } = await client.query('SELECT memo FROM invoice');
  assert.deepEqual(rows, [{ memo: 'none' }]);
});

/** A connection on which another process holds the lock, and of which nothing else is known. */
const locked = {
  execute: async ({ text }) => ({ rows: text.includes('pg_try') ? [[false]] : [], count: 0, command: 'SELECT' }),
  end: async () => undefined,
} as { execute(statement: { readonly text: string }): Promise<StatementResult> } as Connection;

test('who holds the lock and is not listed any more is a process that is ending', () =>
  assert.rejects(takeServedAlone(locked, 'postgres://h/d', ['a', 'b', 'c', 'd', 'e', 'f']), {
    message:
      'The database postgres://h/d is still served with another document, by a process that is ending. Its records would not fit ' +
      'this document: a; b; c; d; e and 1 more. End those processes first (SIGTERM).',
  }));

test('while the database is migrated no connection is used', async () => {
  const connect = createServing('digest', 'postgres://h/d', testHost, () => assert.fail()).guard(async () => locked);
  await assert.rejects(connect(), new StoreUnavailableError('the database is being migrated'));
});

test('records are not converted while an instance of the older document writes', async (t) => {
  const address = await freshDatabase();
  const versioned = (row?: string): Plan =>
    planWith({ versioning: row === undefined ? listed(['1']) : listed(['2', '1'], [row]) });
  const old = await opened(t, address, versioned());
  await insert(old, '1');
  const now = versioned('| 2 | type | Invoice.note | string | = `note` | = `input.note + "!"` |');
  const convert = /convert `Invoice\.note`, as its row of version 2 says/;
  await assert.rejects(
    migrated(address, now),
    (error: Error) => error instanceof StoreInUseError && convert.test(error.message),
  );
  await insert(old, '2');
  await assert.rejects(opened(t, address, now), convert);
  await old.close();
  assert.equal((await migrated(address, now)).done, true);
  await assert.rejects(opened(t, address, versioned()), /which .* does not list/);
  const store = await opened(t, address, now);
  const { rows } = await store.prepare({ resource: 'Invoice', conditions: [] }).many({ ...asking(), limit: 9 });
  assert.deepEqual(
    rows.map((row) => row.filter((value) => value === 'x!').length),
    [1, 1],
  );
});
