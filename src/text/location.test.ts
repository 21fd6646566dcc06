import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSource, findPosition, locateSlice, readLine, slice, sliceSourceText } from './location.ts';
import { computeDistance, findNearest } from './nearest.ts';

test('lines and columns count from 1, in UTF-16 units, over LF and CRLF', () => {
  const source = createSource('x', '\ufeffab\r\n😀c\n');
  assert.deepEqual(findPosition(source, 0), { line: 1, column: 1 });
  assert.deepEqual(findPosition(source, source.text.indexOf('c')), { line: 2, column: 3 });
  assert.deepEqual(findPosition(source, source.text.length), { line: 3, column: 1 });
  assert.deepEqual(
    [1, 2, 3].map((line) => readLine(source, line)),
    ['ab', '😀c', ''],
  );
});

test('words with offsets point into the source, parts of them too', () => {
  const source = createSource('x', 'a\\_b');
  const words = { text: 'a_b', span: { start: 0, end: 4 }, offsets: [0, 2, 3, 4] };
  assert.equal(slice(source, locateSlice(words, 1, 3)), '_b');
  const part = sliceSourceText(words, 1, 3);
  assert.deepEqual([part.text, slice(source, part.span), slice(source, locateSlice(part, 1, 2))], ['_b', '_b', 'b']);
});

test('the distance of words counts inserts, deletes, replacements and swaps, up to a bound', () => {
  assert.deepEqual(
    [computeDistance('abc', 'abc', 3), computeDistance('abc', 'acb', 3), computeDistance('abc', 'ab', 3)],
    [0, 1, 1],
  );
  assert.equal(computeDistance('kitten', 'sitting', 3), 3);
  assert.equal(computeDistance('abcdef', 'uvwxyz', 2), 3);
});

test('the nearest word is found whatever its case, and none when all are far', () => {
  assert.equal(findNearest('MINUT', ['second', 'minute', 'hour']), 'minute');
  assert.equal(findNearest('week', ['second', 'minute']), undefined);
});
