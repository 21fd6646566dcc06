import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareCodePoints } from './code-points.ts';

test('texts are compared by code points, not by their UTF-16 units', () => {
  const sorted = ['', 'a', 'aa', 'b', '\u00e9', '\ufffd', '\u{1f600}', '\u{1f600}a', '\u{1f601}'];
  assert.deepEqual(sorted.toReversed().sort(compareCodePoints), sorted);
  assert.equal(compareCodePoints('\ufffd', '\ufffd'), 0);
  assert.ok('\u{1f600}' < '\ufffd' && compareCodePoints('\u{1f600}', '\ufffd') > 0);
});
