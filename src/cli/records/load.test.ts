import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { photos } from '../../../tests/serve/files/photos.fixture.ts';
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

test('load refuses a pipe, and content that is a pipe is missing', {
  skip: process.platform === 'win32',
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'photos.md');
  writeFileSync(file, photos);
  const store = ['--store', `sqlite:${join(folder, 'photos.db')}`];
  const pipe = join(folder, 'pipe.jsonl');
  execFileSync('mkfifo', [pipe]);
  const refused = await said(['load', file, pipe, ...store]);
  assert.equal(refused.status, 2);
  assert.match(refused.err.join('\n'), /pipe\.jsonl is not a regular file\. To load from a pipe, write `-`/);

  const hash = 'ab'.repeat(32);
  const image = { hash, name: 'a.png', type: 'image/png', size: 20 };
  writeFileSync(join(folder, 'Photo.jsonl'), JSON.stringify({ shop: 'a', owner: 'a', title: 'x', image }));
  mkdirSync(join(folder, 'Photo.jsonl-files', 'ab'), { recursive: true });
  execFileSync('mkfifo', [join(folder, 'Photo.jsonl-files', 'ab', hash.slice(2))]);
  const missing = await said(['load', file, join(folder, 'Photo.jsonl'), ...store]);
  assert.equal(missing.status, 1);
  assert.match(missing.err.join('\n'), /which is neither next to these files nor in the folder of the store/);
});
