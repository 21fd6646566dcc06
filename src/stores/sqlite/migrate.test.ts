import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { migrationSuite } from '../migration.suite.ts';

migrationSuite('SQLite', async (test) => {
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
});
