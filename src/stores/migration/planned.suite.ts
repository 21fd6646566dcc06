import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { type Changing, keepRecords, migrated, planWith, rowsOf } from '../migration.fixture.ts';
import type { MigrationPlace } from '../suites/migration.suite.ts';
import { buildPlannedMigration, type MigrationDialect } from './planned.ts';

const changes: Readonly<Record<string, Changing>> = {
  'a field is added': { invoice: rowsOf('invoice', { memo: '| memo | string or null | |' }) },
  'a field is removed': { invoice: rowsOf('invoice', {}).filter((row) => !row.includes('note')) },
  'a type is another': { invoice: rowsOf('invoice', { number: '| number | string | read-only |' }) },
  'values are added to': {
    states: ['| draft | initial |', '| open | |', '| late | |', '| void | final |'],
    transitions: [
      '| draft | send | open | handler |',
      '| open | remind | late | handler |',
      '| late | drop | void | handler |',
    ],
  },
  'a field is unique': { invoice: rowsOf('invoice', { note: '| note | string | unique with shop |' }) },
  'a reference is gone': {
    invoice: rowsOf('invoice', {}).filter((row) => !row.includes('ref Customer')),
    customer: [],
  },
  'a resource is added': {
    more: '### Tag\n\n| Field | Type | Constraints |\n| --- | --- | --- |\n| id | uuid | assigned |\n| invoice | ref Invoice | |',
  },
};

/** What is planned without a database is what a database made by the older plan would be told. */
export function plannedSuite(
  name: string,
  fresh: (test: TestContext) => Promise<MigrationPlace>,
  dialect: MigrationDialect,
): void {
  describe(`migrations of ${name} that are planned without a database`, () => {
    for (const [what, changing] of Object.entries(changes)) {
      test(`the steps and statements where ${what} are those of a dry run`, async (t) => {
        const { address } = await fresh(t);
        const [before, after] = [planWith(), planWith(changing)];
        await keepRecords(address, before, []);
        const { tables } = await migrated(address, after, { dryRun: true });
        const planned = buildPlannedMigration(before, after, dialect);
        assert.ok(planned.length > 0);
        assert.deepEqual(
          planned.map((table) => [table.name, table.steps]),
          tables.map((table) => [table.name, table.steps]),
        );
        assert.deepEqual(
          planned.map(({ sql }) => sql.filter(({ each }) => !each).map(({ text }) => text)),
          tables.map(({ sql }) => sql.map(({ text }) => text)),
        );
      });
    }
  });
}
