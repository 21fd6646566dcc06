import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Plan } from '../../plan/plan.ts';
import {
  keepRecords,
  migrated,
  obstaclesOf,
  planWith,
  recordsOf,
  rowsOf,
  stepsOf,
  twoShops,
  withStore,
} from '../migration.fixture.ts';
import { SchemaMismatchError } from '../store-error.ts';
import type { MigrationPlace } from '../suites/migration.suite.ts';
import { asking } from '../suites/surroundings.suite.ts';

/** A plan whose list of invoices searches these fields. */
function searching(plan: Plan, ...fields: readonly string[]): Plan {
  return {
    ...plan,
    digest: `${plan.digest} ${fields.join()}`,
    operations: plan.operations.map((operation) => {
      if (operation.kind !== 'list') return operation;
      const search = { name: 'q', in: 'query', mapsTo: { kind: 'search', fields }, required: false, line: 1 } as const;
      return { ...operation, parameters: [search] };
    }),
  };
}

/** Search indexes of databases that change, with the records of two shops. */
export function searchMigrationSuite(name: string, fresh: (test: TestContext) => Promise<MigrationPlace>): void {
  const change = async (address: string, plan: Plan, asked = {}): Promise<readonly string[]> => {
    const report = await migrated(address, plan, asked);
    assert.deepEqual(obstaclesOf(report), []);
    assert.equal(report.done, true);
    assert.deepEqual(stepsOf(await migrated(address, plan)), [], 'a second migration has nothing to do');
    return stepsOf(report);
  };
  const count = (address: string, plan: Plan, field: string, text: string, resource = 'Invoice'): Promise<number> =>
    withStore(address, plan, async (store) => {
      return store.prepare({ resource, conditions: [{ kind: 'search', fields: [field] }] }).count(asking(text));
    });

  describe(`search indexes of ${name}`, () => {
    test('a search that a document adds finds the records that are there, and those written later', async (t) => {
      const { address } = await fresh(t);
      await keepRecords(address, planWith(), twoShops);
      const after = searching(planWith(), 'note');
      await assert.rejects(
        withStore(address, after, async () => undefined),
        (error: Error) => error instanceof SchemaMismatchError && /nonet_search_invoice/.test(error.message),
      );
      assert.deepEqual(await change(address, after), ['Invoice: add the index `nonet_search_invoice`']);
      assert.equal(await count(address, after, 'note', '107'), 1);
      assert.equal(await count(address, after, 'note', '117'), 1);
      const [[, record]] = twoShops.filter(([resource]) => resource === 'Invoice') as [[string, object]];
      await keepRecords(address, after, [['Invoice', { ...record, id: 'inv_later', note: '1079' }]]);
      assert.equal(await count(address, after, 'note', '107'), 2);
    });

    test('a search of other fields replaces the index, and one that is removed removes it', async (t) => {
      const { address } = await fresh(t);
      const before = searching(planWith(), 'note');
      await keepRecords(address, before, twoShops);
      const both = searching(planWith(), 'note', 'shop');
      assert.deepEqual(await change(address, both), ['Invoice: add the index `nonet_search_invoice`']);
      assert.equal(await count(address, both, 'shop', 'nort'), 2);
      assert.equal(await count(address, both, 'shop', 'sout'), 2);
      assert.deepEqual(await change(address, planWith()), ['Invoice: remove the index `nonet_search_invoice`']);
      await keepRecords(address, planWith(), [
        ['Invoice', { id: 'inv_plain', shop: 'north', status: 'draft', lines: [], total: 0 }],
      ]);
      assert.equal((await recordsOf(address, planWith(), 'Invoice')).length, 5);
    });

    test('the index follows a field that is renamed or becomes another type, and a table that is rebuilt', async (t) => {
      const { address } = await fresh(t);
      await keepRecords(address, searching(planWith(), 'note'), twoShops);
      const renamed = searching(planWith({ invoice: rowsOf('invoice', { note: '| memo | string | |' }) }), 'memo');
      await change(address, renamed, { renames: ['Invoice.note=Invoice.memo'] });
      assert.equal(await count(address, renamed, 'memo', '107'), 1);
      const wider = {
        note: '| memo | string | |',
        number: '| number | string | read-only |',
        extra: '| extra | integer | default 1 |',
      };
      const rebuilt = searching(planWith({ invoice: rowsOf('invoice', wider) }), 'memo');
      await change(address, rebuilt);
      assert.equal(await count(address, rebuilt, 'memo', '117'), 1);
    });

    test('the index of a resource with another name, and of one that is removed', async (t) => {
      const { address } = await fresh(t);
      await keepRecords(address, searching(planWith(), 'note'), twoShops);
      const text = JSON.stringify(searching(planWith(), 'note'));
      const bill: Plan = {
        ...JSON.parse(text.replaceAll('"Invoice"', '"Bill"').replaceAll('"invoice"', '"bill"')),
        digest: 'bill',
      };
      await change(address, bill, { renames: ['Invoice=Bill'] });
      assert.equal(await count(address, bill, 'note', '107', 'Bill'), 1);
      const none: Plan = {
        ...bill,
        digest: 'none',
        resources: bill.resources
          .filter((resource) => resource.name !== 'Bill')
          .map((resource) => ({ ...resource, referredBy: [] })),
        operations: [],
      };
      await change(address, none, { allowDataLoss: ['Bill'] });
      await change(address, bill);
      assert.equal(await count(address, bill, 'note', '107', 'Bill'), 0);
    });

    test('an index that was removed by hand is added again', async (t) => {
      const { address, byHand } = await fresh(t);
      const plan = searching(planWith(), 'note');
      await keepRecords(address, plan, twoShops);
      await byHand(name === 'SQLite' ? 'DROP TRIGGER nonet_search_invoice_insert' : 'DROP INDEX nonet_search_invoice');
      await assert.rejects(
        withStore(address, plan, async () => undefined),
        /nonet_search_invoice/,
      );
      assert.deepEqual(await change(address, plan), ['Invoice: add the index `nonet_search_invoice`']);
      assert.equal(await count(address, plan, 'note', '107'), 1);
    });
  });
}
