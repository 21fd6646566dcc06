import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { compareGolden } from './support/golden.ts';
import { createShownTest, messages } from './support/messages.ts';
import { retype } from './support/transcript.ts';

const folder = join(import.meta.dirname, 'messages');
const files = [join(folder, 'documents'), join(import.meta.dirname, '../examples/invoices/invoices.md')];

const transcripts = globSync('{clients,commands,logs}/*.txt', { cwd: folder }).sort();

for (const name of transcripts) {
  test(`what people read: ${name}`, async () => {
    const file = join(folder, name);
    compareGolden(file, await retype(readFileSync(file, 'utf8'), files), 'tests/transcripts.test.ts');
  });
}

test('there are transcripts', () => assert.ok(transcripts.length >= 1, `${transcripts.length}`));

test('a golden shows, or a test states, each message of the source', () => {
  const isShown = createShownTest();
  const all = messages();
  assert.ok(all.length > 1000, `${all.length} messages`);
  assert.deepEqual(
    all.filter((message) => !isShown(message)).map(({ file, line, pieces }) => `${file}:${line} ${pieces.join('…')}`),
    [],
    'no golden shows these messages: add a line to a transcript in tests/messages that does, or assert the text in a test',
  );
});
