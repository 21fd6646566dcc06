import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { StoreUnavailableError } from '../../../contracts/store.ts';
import { openReader } from './reader.ts';

test('a thread that cannot read the database is ended, and the store is unavailable', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const place = join(folder, 'test.db');
  writeFileSync(place, 'not a database, but long enough for the head of one. '.repeat(20));
  const reader = openReader(place);
  const read = reader.read((ask) => ask('SELECT * FROM sqlite_schema', []));
  await assert.rejects(read, new StoreUnavailableError('the store could not be read: file is not a database'));
  assert.equal(reader.alive, false);
  await reader.end();
});
