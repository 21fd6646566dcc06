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
import type { MigrationPlace } from '../suites/migration.suite.ts';

type Values = Readonly<Record<string, unknown>>;

/** What somebody changed in a database by hand, and what becomes of it. */
export function handSuite(name: string, fresh: (test: TestContext) => Promise<MigrationPlace>): void {
  const filled = async (t: TestContext): Promise<MigrationPlace & { readonly before: Plan }> => {
    const place = await fresh(t);
    const before = planWith();
    await keepRecords(place.address, before, twoShops);
    return { ...place, before };
  };
  const invoices = async (address: string, plan: Plan): Promise<readonly Values[]> =>
    ((await recordsOf(address, plan, 'Invoice')) as [unknown, Values][]).map(([, record]) => record);

  describe(`tables of ${name} that were changed by hand`, () => {
    test('a column that was made by hand is named; it goes only where that is allowed, or becomes a field', async (t) => {
      const place = await filled(t);
      await place.byHand(`ALTER TABLE invoice ADD COLUMN extra ${name === 'SQLite' ? 'TEXT' : 'text COLLATE "C"'}`);
      await place.byHand(`UPDATE invoice SET extra = '5' WHERE shop = 'north'`);
      assert.ok(
        stepsOf(await migrated(place.address, place.before, { dryRun: true })).some((step) =>
          /`extra` was added outside Nonet and no field has it: its values are deleted/.test(step),
        ),
      );
      await assert.rejects(
        withStore(place.address, place.before, async () => undefined),
        /`extra` was added outside Nonet/,
      );
      const report = await migrated(place.address, place.before);
      assert.deepEqual(obstaclesOf(report), [
        '2 Invoice.extra would be lost; allow it with --allow-data-loss Invoice.extra',
      ]);
      const after = planWith({ invoice: rowsOf('invoice', { extra: '| extra | integer | |' }) });
      assert.deepEqual(obstaclesOf(await migrated(place.address, after)), []);
      assert.deepEqual(
        (await invoices(place.address, after)).map((record) => record.extra),
        [5, 5, undefined, undefined],
      );
    });

    test('a column that was made by hand with the type of its field becomes the field in one migration', async (t) => {
      const place = await filled(t);
      const type = name === 'SQLite' ? 'TEXT' : 'text COLLATE "C"';
      await place.byHand(`alter  table invoice add column extra ${type}`);
      const after = planWith({ invoice: rowsOf('invoice', { extra: '| extra | string | |' }) });
      assert.deepEqual(obstaclesOf(await migrated(place.address, after)), []);
      await withStore(place.address, after, async () => undefined);
      assert.deepEqual(stepsOf(await migrated(place.address, after)), []);
    });

    test('an index or a column that was removed by hand is made again', async (t) => {
      const place = await filled(t);
      await place.byHand('DROP INDEX invoice_by_customer');
      assert.deepEqual(stepsOf(await migrated(place.address, place.before)), [
        'Invoice: add the index `invoice_by_customer`',
      ]);
      await place.byHand('ALTER TABLE invoice DROP COLUMN note');
      const report = await migrated(place.address, place.before);
      assert.ok(stepsOf(report).includes('Invoice: the column `note` was removed outside Nonet'));
      assert.equal((await invoices(place.address, place.before)).at(0)!.note, undefined);
    });
  });
}
