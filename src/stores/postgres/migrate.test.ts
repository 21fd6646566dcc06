import pg from 'pg';
import { freshDatabase } from '../../../tests/support/postgres.ts';
import { migrationSuite } from '../migration.suite.ts';

migrationSuite('PostgreSQL', async () => {
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
});
