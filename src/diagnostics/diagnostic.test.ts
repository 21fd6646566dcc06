import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineDiagnostics } from './diagnostic.ts';

test('an area that defines an entry twice, in whichever of its tables, is an error when it is loaded', () => {
  defineDiagnostics('tried', { once: { note: 'A rule.', says: () => 'Said.' } });
  const again = () => defineDiagnostics('tried', { once: { note: 'Another rule.', says: () => 'Said otherwise.' } });
  assert.throws(again, /the diagnostic tried\/once is defined twice/);
  defineDiagnostics('elsewhere', { once: { note: 'A rule.', says: () => 'Said.' } });
});
