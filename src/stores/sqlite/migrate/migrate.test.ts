import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { convertedSuite } from '../../migration/converted.suite.ts';
import { handSuite } from '../../migration/hand.suite.ts';
import { innerMigrationSuite } from '../../migration/inner.suite.ts';
import { plannedSuite } from '../../migration/planned.suite.ts';
import { searchMigrationSuite } from '../../migration/search.suite.ts';
import { shapeSuite } from '../../migration/shape.suite.ts';
import { keepRecords, migrated, obstaclesOf, planWith, rowsOf, stepsOf, twoShops } from '../../migration.fixture.ts';
import { type MigrationPlace, migrationSuite } from '../../suites/migration.suite.ts';
import { sqliteMigration } from './planned.ts';

async function fresh(test: TestContext): Promise<MigrationPlace> {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  test.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'test.db');
  return {
    address: `sqlite:${path}`,
    async byHand(sql) {
      const database = new DatabaseSync(path);
      database.exec(sql);
      database.close();
    },
  };
}

migrationSuite('SQLite', fresh);
convertedSuite('SQLite', fresh);
shapeSuite('SQLite', fresh);
innerMigrationSuite('SQLite', fresh);
searchMigrationSuite('SQLite', fresh);
handSuite('SQLite', fresh);
plannedSuite('SQLite', fresh, sqliteMigration);

test('SQLite: a record that cannot be read is in the way of what converts it', async (t) => {
  const { address, byHand } = await fresh(t);
  await keepRecords(address, planWith(), twoShops);
  await byHand(`UPDATE invoice SET lines = '[' WHERE shop = 'south' AND status = 'open'`);
  const doubled = rowsOf('invoice', { total: '| total | integer | = `sum(lines.map(l, l.price * 2))` |' });
  assert.deepEqual(obstaclesOf(await migrated(address, planWith({ invoice: doubled }))), [
    '1 Invoice what is stored cannot be read inv_12',
  ]);
});

test('SQLite: a whole number that no field can have is named, and nothing changes', async (t) => {
  const { address, byHand } = await fresh(t);
  await keepRecords(address, planWith(), twoShops);
  await byHand('UPDATE invoice SET total = 9223372036854775807');
  const after = planWith({ invoice: rowsOf('invoice', { total: '| total | string | default "0" |' }) });
  const failed = await migrated(address, after).then(String, ({ message }: Error) => message);
  const file = address.slice('sqlite:'.length);
  assert.equal(
    failed,
    `${file} holds a whole number beyond ±9007199254740991. No field can have it: find it with the command-line program sqlite3, and change it.`,
  );
});

test('SQLite: a table whose definition was changed is created again', async (t) => {
  const { address } = await fresh(t);
  await keepRecords(address, planWith(), twoShops);
  const database = new DatabaseSync(address.slice('sqlite:'.length));
  const { sql } = database.prepare(`SELECT sql FROM sqlite_schema WHERE name = 'customer'`).get()!;
  database.exec(`PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON; ALTER TABLE customer RENAME TO before;
    ${String(sql).replace(/\)([^)]*)$/, ', CHECK (1))$1')}; INSERT INTO customer SELECT * FROM before; DROP TABLE before`);
  database.close();
  const steps = stepsOf(await migrated(address, planWith()));
  assert.deepEqual(steps, [
    'Customer: the definition of the table `customer` was changed outside Nonet: it is created again',
  ]);
  assert.deepEqual(stepsOf(await migrated(address, planWith())), []);
});
