import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchPattern } from './pattern.ts';

test('a text is made that a pattern takes', () => {
  const patterns = [
    '^[a-z]{3}$',
    '^INV-\\d{4,}$',
    '^(red|green)-[A-Z0-9]+$',
    '[a-f0-9]{8}(?:-[a-f0-9]{4}){3}',
    '^\\+?\\d+\\.\\d{2}$',
    '^[^/\\s]+$',
    '^x*y?z$',
    '^(?P<year>\\d{4})$',
    '^$',
  ];
  for (const pattern of patterns) {
    const text = matchPattern(pattern);
    assert.match(text ?? 'none', new RegExp(pattern.replace('?P<', '?<')), pattern);
  }
  assert.equal(matchPattern('^[A-Z]{2}\\d{3}$'), 'AB123');
});

test('no text is made of a pattern that is not understood', () => {
  for (const pattern of ['(?i)abc', '\\p{Greek}', '[[:alpha:]]', '(a', 'a)']) {
    assert.equal(matchPattern(pattern), undefined, pattern);
  }
});
