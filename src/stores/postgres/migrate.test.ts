import pg from 'pg';
import { freshDatabase } from '../../../tests/support/postgres.ts';
import { convertedSuite } from '../migration/converted.suite.ts';
import { handSuite } from '../migration/hand.suite.ts';
import { plannedSuite } from '../migration/planned.suite.ts';
import { searchMigrationSuite } from '../migration/search.suite.ts';
import { shapeSuite } from '../migration/shape.suite.ts';
import { type MigrationPlace, migrationSuite } from '../suites/migration.suite.ts';
import { postgresMigration } from './migrate/planned.ts';

async function fresh(): Promise<MigrationPlace> {
  const address = await freshDatabase();
  return {
    address,
    async byHand(sql) {
      const client = new pg.Client({ connectionString: address });
      await client.connect();
      await client.query(sql);
      await client.end();
    },
  };
}

migrationSuite('PostgreSQL', fresh);
convertedSuite('PostgreSQL', fresh);
shapeSuite('PostgreSQL', fresh);
searchMigrationSuite('PostgreSQL', fresh);
handSuite('PostgreSQL', fresh);
plannedSuite('PostgreSQL', fresh, postgresMigration);
