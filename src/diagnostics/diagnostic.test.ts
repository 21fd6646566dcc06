import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineDiagnostics } from './diagnostic.ts';

test('an area that defines an entry twice, in whichever of its tables, is an error when it is loaded', () => {
  defineDiagnostics('tried', { once: { rule: 'A rule.', says: () => 'Said.' } });
  const again = () => defineDiagnostics('tried', { once: { rule: 'Another rule.', says: () => 'Said otherwise.' } });
  assert.throws(again, /the problem tried\/once is defined twice/);
  defineDiagnostics('elsewhere', { once: { rule: 'A rule.', says: () => 'Said.' } });
});
