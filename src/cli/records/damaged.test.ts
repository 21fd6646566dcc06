import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { said } from '../shared/terminal.fixture.ts';

const invoices = new URL('../../../examples/invoices/invoices.md', import.meta.url).pathname;
const pageBytes = 4_096;

test('commands name a damaged database, and leave no file behind', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const place = join(folder, 'test.db');
  const store = ['--store', `sqlite:${place}`];
  const records = join(folder, 'Customer.jsonl');
  const customers = Array.from({ length: 500 }, (_, at) =>
    JSON.stringify({
      id: `cus_${String(at).padStart(26, '0')}`,
      shop: 'north',
      name: 'x'.repeat(90),
      email: `a${at}@example.com`,
    }),
  );
  writeFileSync(records, customers.join('\n'));
  const loaded = await said(['load', invoices, records, ...store]);
  assert.equal(loaded.status, 0, loaded.err.join('\n'));

  // The first page of the table of customers.
  const database = new DatabaseSync(place);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const { table } = database
    .prepare(`SELECT name AS "table" FROM sqlite_schema WHERE name LIKE 'customer%' AND type = 'table'`)
    .get() as { table: string };
  const { root } = database.prepare('SELECT rootpage AS root FROM sqlite_schema WHERE name = ?').get(table) as {
    root: number;
  };
  database.close();
  const bytes = readFileSync(place);
  bytes.fill(0, (root - 1) * pageBytes, root * pageBytes);
  writeFileSync(place, bytes);

  const out = join(folder, 'out');
  for (const command of [
    ['export', invoices, '--out', out],
    ['backup', invoices, out],
    ['load', invoices, records],
  ]) {
    const { status, err } = await said([...command, ...store]);
    assert.equal(status, 2, command[0]);
    assert.deepEqual(err, [
      `nonet: The database ${place} is damaged: database disk image is malformed. Restore a backup (docs/backup.md).`,
    ]);
    assert.equal(existsSync(out), false);
  }
});
