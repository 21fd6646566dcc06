import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { createConnector } from '../../../src/stores/postgres/connection/connect.ts';
import { readConnectionSettings } from '../../../src/stores/postgres/connection/opening/address.ts';
import { freshDatabase } from '../../support/postgres.ts';
import { shop } from '../support/shop.fixture.ts';

/** The shop, whose customers can be searched; every answer counts them all. */
export const searched = shop
  .replace(
    '| email | filter email = | | |',
    '| email | filter email = | | |\n| words | search name | | |\n| part | filter name contains | | |',
  )
  .replace('| name | string | required; 1..200 characters |', '| name | string | required; 1..500 characters |');

/** Many more than can be searched in a second or two. */
const rows = 100_000;
/** What is searched for takes long for each of them, and is too short for the search index. */
export const words = `${'wo+'.repeat(4000)}zz`;
const name = 'very many words '.repeat(24);

/** An empty store on the disk, and what fills its customers behind the back of the service. */
export interface Place {
  readonly address: string;
  fill(): Promise<void>;
}

async function onSqlite(t: TestContext): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  const file = join(folder, 'shop.db');
  t.after(() => rmSync(folder, { recursive: true }));
  return {
    address: `sqlite:${file}`,
    async fill() {
      const database = new DatabaseSync(file);
      // No test reads the index, which would take long to fill.
      database.exec(`PRAGMA synchronous = OFF; DROP TRIGGER nonet_search_customer_insert; WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
        INSERT INTO customer (version, id, shop, name, email, created_at)
        SELECT 1, 'cus_' || printf('%026d', i), 's1', '${name}', i || '@x.org', '2026-11-01T09:00:00.000Z' FROM n`);
      database.close();
    },
  };
}

async function onPostgres(): Promise<Place> {
  const address = await freshDatabase();
  return {
    address,
    async fill() {
      const connection = await createConnector(readConnectionSettings(address.slice(address.indexOf(':') + 1)), [])();
      await connection.execute({ text: 'DROP INDEX nonet_search_customer' });
      await connection.execute({
        text: `INSERT INTO customer (version, id, shop, name, email, created_at)
          SELECT 1, 'cus_' || lpad(i::text, 26, '0'), 's1', '${name}', i || '@x.org', '2026-11-01T09:00:00.000Z'
          FROM generate_series(1, ${rows}) AS i`,
      });
      await connection.end();
    },
  };
}

/** Both stores on the disk, by what tests call them. */
export const placedStores: readonly (readonly [name: string, placed: (t: TestContext) => Promise<Place>])[] = [
  ['on SQLite', onSqlite],
  ['on PostgreSQL', onPostgres],
];
