import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { freshDatabase } from '../../../../tests/support/postgres.ts';
import { openMigration } from '../../index.ts';
import { convertedSuite } from '../../migration/converted.suite.ts';
import { handSuite } from '../../migration/hand.suite.ts';
import { innerMigrationSuite } from '../../migration/inner.suite.ts';
import { plannedSuite } from '../../migration/planned.suite.ts';
import { searchMigrationSuite } from '../../migration/search.suite.ts';
import { shapeSuite } from '../../migration/shape.suite.ts';
import { TransientStoreError } from '../../store-error.ts';
import { type MigrationPlace, migrationSuite } from '../../suites/migration.suite.ts';
import { postgresMigration } from './planned.ts';

async function fresh(): Promise<MigrationPlace> {
  const address = await freshDatabase();
  return {
    address,
    async byHand(sql) {
      const client = new pg.Client({ connectionString: address });
      await client.connect();
      try {
        await client.query(sql);
      } finally {
        await client.end();
      }
    },
  };
}

migrationSuite('PostgreSQL', fresh);
convertedSuite('PostgreSQL', fresh);
shapeSuite('PostgreSQL', fresh);
innerMigrationSuite('PostgreSQL', fresh);
searchMigrationSuite('PostgreSQL', fresh);
handSuite('PostgreSQL', fresh);
plannedSuite('PostgreSQL', fresh, postgresMigration);

test('a migration whose connection is lost says that it may be repeated', async (t) => {
  const { address, byHand } = await fresh();
  const store = (await openMigration(address))!;
  t.after(() => store.close());
  await store.begin(true);
  await byHand(
    'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  await assert.rejects(
    async () => store.made(),
    (error: Error) => {
      assert.ok(error instanceof TransientStoreError);
      assert.match(error.message, /^The database postgres:\/\/.* cannot be migrated now: /);
      return true;
    },
  );
});
