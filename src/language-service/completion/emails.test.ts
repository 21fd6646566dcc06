import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailing } from '../../../tests/serve/mail/mail.fixture.ts';
import { readDocument } from '../../parts/index.ts';
import { createSource } from '../../text/location.ts';
import { complete } from '../completion.ts';

/** The labels at the mark `|>`, of the document with an edit. */
function at(before: string, after: string): readonly string[] {
  const marked = mailing().replace(before, after);
  const offset = marked.indexOf('|>');
  assert.ok(offset > 0, 'the edit does not fit');
  const document = readDocument(createSource('notes.md', marked.replace('|>', '')));
  return complete(document, offset).candidates.map(({ label }) => label);
}

test('a heading of the part Events proposes the emails without a text, and the tables', () => {
  const labels = at('### changed\n\n> Changed.', '### |>');
  assert.ok(labels.includes('changed') && !labels.includes('made') && labels.includes('Emails'), labels.join());
});

test('the cells of an email propose events, and the fields of their record', () => {
  const events = at('| changed | note.changed |', '| changed | |> |');
  assert.deepEqual(events, ['note.made', 'note.changed']);
  const fields = at('| copy | note.made | `copies` |', '| copy | note.made | `c|>` |');
  assert.ok(fields.includes('copies') && fields.includes('owner') && !fields.includes('email'), fields.join());
  const steps = at('| copy | note.made | `copies` |', '| copy | note.made | `owner.|>` |');
  assert.ok(steps.includes('email') && steps.includes('name'), steps.join());
});
