import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { KeySet } from './key-set.ts';

test('a set of keys holds what was added, once, in memory and beyond', () => {
  const keys = fc.array(fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom('', 'é', '\u{1F600}', 'A', 'a', "'")));
  fc.assert(
    fc.property(keys, fc.nat(4), (added, most) => {
      const set = new KeySet(most);
      const known = new Set<string>();
      for (const key of added) {
        assert.equal(set.has(key), known.has(key));
        assert.equal(set.add(key), !known.has(key));
        known.add(key);
      }
      for (const key of known) assert.ok(set.has(key));
      set.close();
    }),
  );
});
