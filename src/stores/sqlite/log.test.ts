import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { createSystemError, replaceBuiltIn } from '../../../tests/support/built-in.ts';
import { shops } from '../../../tests/support/plans.ts';
import type { Store } from '../../contracts/store.ts';
import { customer, fill, testHost } from '../suites/surroundings.suite.ts';
import { openSqlite } from './open.ts';

/** A store in a file, and what it logs and tells the operator. */
async function opened(t: TestContext): Promise<{ readonly store: Store; readonly lines: readonly string[] }> {
  const folder = fs.mkdtempSync(join(tmpdir(), 'nonet-'));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  const lines: string[] = [];
  const say = (_: unknown, line: string): void => void lines.push(line);
  const log = { info() {}, warn: say, error: say, notice: (line: string) => void lines.push(line) };
  const store = await openSqlite(join(folder, 'test.db'), shops, {
    platform: { ...testHost, log },
    durability: 'full',
  });
  return { store, lines };
}

test('a log that cannot be synced ends the process, and says so before', async (t) => {
  const { store, lines } = await opened(t);
  const statuses: unknown[] = [];
  replaceBuiltIn(t, process, 'exit', (status: unknown) => statuses.push(status));
  replaceBuiltIn(t, fs, 'fdatasync', (_: number, done: (error: Error) => void) => done(createSystemError('EIO')));
  await assert.rejects(fill(store, 'Customer', [customer('c', 'north')]));
  assert.deepEqual(statuses, [1]);
  assert.deepEqual(lines, [
    'failed to sync the log of the store',
    'failed to sync the log of the store, so this process ends: EIO',
  ]);
  await store.close();
});

test('a log that cannot be moved into the database when the store is closed stays, and that is logged', async (t) => {
  const { store, lines } = await opened(t);
  await fill(store, 'Customer', [customer('c', 'south')]);
  const { exec } = DatabaseSync.prototype;
  t.mock.method(DatabaseSync.prototype, 'exec', function (this: DatabaseSync, text: string) {
    if (text.includes('wal_checkpoint')) throw createSystemError('EIO');
    exec.call(this, text);
  });
  await store.close();
  assert.deepEqual(lines, [
    'failed to move the log of the store into the database: it stays next to it, and the next start reads it',
  ]);
});
