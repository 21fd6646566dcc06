import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readDocument } from '../../src/parts/index.ts';
import { createSource } from '../../src/text/location.ts';
import { root } from '../support/process.ts';

const notes = /```md\n(# Notes[\s\S]*?)```/.exec(readFileSync(join(root, 'docs/language.txt'), 'utf8'))![1]!;

function messagesOf(text: string): readonly string[] {
  assert.notEqual(text, notes);
  return readDocument(createSource('notes.md', text)).diagnostics.map(({ message }) => message);
}

test('a pattern in Before is checked', () => {
  const versioned = (pattern: string): string =>
    notes.replace(
      '## Versioning\n\nNot shown.',
      () => `## Versioning

| Version | Status |
| --- | --- |
| 2 | current |
| 1 | supported |

| Sent in | Name | When absent |
| --- | --- | --- |
| header | Notes-Version | 2 |

| Version | Change | What | Before |
| --- | --- | --- | --- |
| 2 | constraint | Note.text | required; pattern \`${pattern}\` |`,
    );
  assert.deepEqual(messagesOf(versioned('^[a-z]+$')), []);
  assert.deepEqual(messagesOf(versioned('^(')), ['`^(` is not a valid pattern in ECMA-262: unterminated group.']);
});
