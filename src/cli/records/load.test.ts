import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../../tests/support/process.ts';
import { said } from '../shared/terminal.fixture.ts';

test('load prints the first hundred lines with errors, and how many more there are', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'notes.md');
  copyFileSync(join(root, 'tests/documents/notes.md'), file);
  await said(['keys', 'list', file]);
  const data = join(folder, 'Note.jsonl');
  writeFileSync(data, '[]\n'.repeat(103));
  const store = ['--store', `sqlite:${join(folder, 'notes.db')}`];
  const { status, err } = await said(['load', file, data, ...store]);
  assert.equal(status, 1, err.join('\n'));
  assert.equal(err.length, 102);
  assert.deepEqual(err.slice(-2), ['… and 3 more (--json prints all)', '103 errors: nothing was loaded.']);
});
