import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineDiagnostics } from './diagnostic.ts';

const entry = { means: 'A cell is wrong.', why: 'It is read.', note: 'A rule.', says: () => 'Said.' };

test('an area that defines an entry twice, in whichever of its tables, is an error when it is loaded', () => {
  defineDiagnostics('tried', { once: entry });
  const again = () => defineDiagnostics('tried', { once: { ...entry, note: 'Another rule.' } });
  assert.throws(again, /the diagnostic tried\/once is defined twice/);
  defineDiagnostics('elsewhere', { once: entry });
});
