import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { convertedSuite } from '../migration/converted.suite.ts';
import { handSuite } from '../migration/hand.suite.ts';
import { plannedSuite } from '../migration/planned.suite.ts';
import { shapeSuite } from '../migration/shape.suite.ts';
import { type MigrationPlace, migrationSuite } from '../suites/migration.suite.ts';
import { sqliteMigration } from './migrate/planned.ts';

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
handSuite('SQLite', fresh);
plannedSuite('SQLite', fresh, sqliteMigration);
