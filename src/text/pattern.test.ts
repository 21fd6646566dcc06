import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { choosePattern, isDottedUnicodeWord, isUnicodeWord } from './pattern.ts';

test('only a text beyond ASCII has the second pattern, which is created once', () => {
  let created = 0;
  const ascii = /a/;
  const choose = choosePattern(ascii, () => {
    created += 1;
    return /\p{L}/u;
  });
  assert.equal(choose('no. 1 \0\x7F'), ascii);
  assert.equal(created, 0);
  assert.ok(choose('ä').test('ß'));
  assert.equal(choose('ö'), choose('\x80'));
  assert.equal(created, 1);
});

test('a word is letters and digits of any script', () => {
  for (const text of ['Betrag_2', 'сумма', '数量', '٣'])
    assert.ok(isUnicodeWord(text) && isDottedUnicodeWord(text), text);
  for (const text of ['a.b', 'сумма-2']) assert.ok(!isUnicodeWord(text) && isDottedUnicodeWord(text), text);
  for (const text of ['', 'a b', 'a\n', 'сумма!', '“a”'])
    assert.ok(!isUnicodeWord(text) && !isDottedUnicodeWord(text), text);
});

test('patterns of ASCII and of Unicode agree about ASCII', () => {
  const ascii = fc.string({ unit: 'binary-ascii', maxLength: 4 });
  fc.assert(
    fc.property(ascii, (text) => {
      assert.equal(isUnicodeWord(text), /^[\p{L}\p{N}_]+$/u.test(text));
      assert.equal(isDottedUnicodeWord(text), /^[\p{L}\p{N}_.-]+$/u.test(text));
    }),
  );
});
