import assert from 'node:assert/strict';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { StoreUnavailableError } from '../../../contracts/store.ts';
import { testHost } from '../../suites/surroundings.suite.ts';
import { watchFiles } from './files.ts';
import { createOpenError } from './open-error.ts';

test('a database whose file is moved away is unavailable until it is back, and both are logged', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const place = join(folder, 'test.db');
  writeFileSync(place, '');
  const lines: string[] = [];
  const log = { info() {}, warn() {}, error: (_: unknown, line: string) => void lines.push(line) };
  let beat = (): void => undefined;
  const after = (_: number, work: () => void) => {
    beat = work;
    return () => undefined;
  };
  const files = watchFiles(place, { ...testHost, after, log });
  renameSync(place, `${place}-away`);
  beat();
  const wrong = `the file ${place} was deleted while the service runs`;
  assert.throws(() => files.check(), new StoreUnavailableError(wrong));
  renameSync(`${place}-away`, place);
  beat();
  files.check();
  assert.deepEqual(lines, [
    `${wrong}: requests are rejected (503) until it is back. This process still has all stored data.`,
    `the file ${place} exists again: the service continues.`,
  ]);
});

test('a database that a full disk keeps from being opened says what to do', () => {
  const error = Object.assign(new Error('database or disk is full'), { errcode: 13 });
  const place = join(tmpdir(), 'test.db');
  assert.equal(
    createOpenError(place, error).message,
    `The database ${place} cannot be opened: database or disk is full. Free space on its disk.`,
  );
});
