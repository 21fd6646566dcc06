import assert from 'node:assert/strict';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createShownTest, type Message, messages } from './support/messages.ts';
import { retype } from './support/transcript.ts';

const folder = join(import.meta.dirname, 'messages');
const update = process.env.UPDATE !== undefined;
const files = [join(folder, 'documents'), join(import.meta.dirname, '../examples/invoices/invoices.md')];

/** Compares a golden file with what there is now; with UPDATE=1 it is written first. */
function compareGolden(file: string, now: string): void {
  if (update) writeFileSync(file, now);
  const [found, expected] = [now, readFileSync(file, 'utf8')].map((text) => text.split('\n'));
  assert.deepEqual(found, expected);
}

const transcripts = globSync('{clients,commands,logs}/*.txt', { cwd: folder }).sort();

for (const name of transcripts) {
  test(`what people read: ${name}`, async () => {
    const file = join(folder, name);
    compareGolden(file, await retype(readFileSync(file, 'utf8'), files));
  });
}

test('there are transcripts', () => assert.ok(transcripts.length >= 1, `${transcripts.length}`));

test('a golden shows each message of the source, but for those of a list that only gets shorter', () => {
  const isShown = createShownTest();
  const all = messages();
  assert.ok(all.length > 1000, `${all.length} messages`);
  const file = join(folder, 'not-shown.txt');
  const listed = new Set(readFileSync(file, 'utf8').split('\n'));
  const unshown = all
    .filter((message) => !isShown(message))
    .map((message) => ({ file: message.file, line: lineOf(message) }));
  const missing = unshown
    .filter(({ line }) => !listed.has(line))
    .map((message) => `${message.file}: ${message.line.trim()}`);
  assert.deepEqual(
    missing,
    [],
    'no golden shows these messages: add a line to a transcript in tests/messages that does',
  );
  const groups = Map.groupBy(unshown, (message) => message.file);
  const sections = [...groups].map(
    ([name, found]) => `${name}\n${[...new Set(found.map(({ line }) => `${line}\n`))].join('')}`,
  );
  if (update) writeFileSync(file, sections.join('\n'));
  // The names of files are for readers: a file that is renamed changes no message.
  const stale = listed.difference(new Set(unshown.map(({ line }) => line)));
  assert.deepEqual(
    update ? [] : [...stale].filter((line) => line.startsWith('  ')),
    [],
    'shown now, or gone: run with UPDATE=1',
  );
});

/** A message as a line of the list: its texts with `…` for each value between them. */
function lineOf({ pieces }: Message): string {
  return `  ${pieces.join('…').replaceAll('\n', '\\n')}`;
}
