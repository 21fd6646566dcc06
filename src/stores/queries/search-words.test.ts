import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listTrigrams } from './search-words.ts';

test('the trigrams of a search are those of its folded words, by code points', () => {
  assert.deepEqual(listTrigrams('Ab cde "fg"'), ['cde', '"fg', 'fg"']);
  assert.deepEqual(listTrigrams('aaaa AAAA'), ['aaa']);
  assert.deepEqual(listTrigrams('A\u030Ale 😀x😀y'), ['åle', '😀x😀', 'x😀y']);
  assert.deepEqual(listTrigrams('ab c \t'), []);
});

test('a search has no trigram that a database cannot store, and at most 24', () => {
  assert.deepEqual(listTrigrams('ab\0cde'), ['cde']);
  assert.deepEqual(listTrigrams('abc\ud83d'), ['abc']);
  const long = listTrigrams(Array.from({ length: 500 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join(''));
  assert.equal(long.length, 24);
  assert.equal(new Set(long).size, 24);
});
