import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hooked } from '../../../../tests/serve/deliveries/deliveries.fixture.ts';
import { unbounded } from '../../../../tests/serve/limits/ceilings.fixture.ts';
import { planFor } from '../../../../tests/serve/support/served.fixture.ts';
import { readDocument } from '../../../parts/index.ts';
import { listUnboundedFields } from '../../../plan/bodies/unlimited-fields.ts';
import { createSource } from '../../../text/location.ts';
import { collectNotes } from './notes.ts';

const note = (document: string): string | undefined =>
  collectNotes(readDocument(createSource('notes.md', document)).service)[0];
const each = '| webhook | each Hook at url | all | | ';

test('check reminds that the order of webhooks costs delay, and of how much', () => {
  assert.match(note(hooked())!, /for up to 28 hours$/);
  assert.match(note(hooked(`${each}| 5 over 3 days |`))!, /for up to 3 days$/);
  assert.match(note(hooked(`${each}| 2 over 90 seconds |`))!, /for up to 90 seconds$/);
});

test('what is not tried again holds nothing back', () => {
  assert.equal(note(hooked(`${each}| |`)), undefined);
  assert.equal(note(hooked('| sse | GET /events | all | | | |')), undefined);
});

test('check names the fields without a size limit, and the limit of their record', () => {
  const of = (document: string) => listUnboundedFields(planFor(document));
  const fields = ['text', 'words', 'data', 'labels'];
  assert.deepEqual(of(unbounded()), [{ resource: 'Note', fields, characters: 100_000 }]);
  const bounded = unbounded()
    .replace('| text | string | |', '| text | string | ..20 characters |')
    .replace('| words | string[] | |', '| words | string[] | ..5 items; ..9 characters |')
    .replace('| body | body size | create Note, update Note | 100 kB |', '| small | body size | create Note | 2 kB |');
  assert.deepEqual(of(bounded), [{ resource: 'Note', fields: ['data', 'labels'], characters: 1_048_576 }]);
});
