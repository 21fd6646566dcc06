import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemIn, listIn } from './structured-fields.ts';

test('dates are whole seconds behind an @, alone or in a list', () => {
  assert.deepEqual(itemIn('@1659578233').value, { seconds: 1_659_578_233 });
  assert.deepEqual(itemIn('@-62135596800').value, { seconds: -62_135_596_800 });
  assert.deepEqual(itemIn(' @0;a=1 '), { value: { seconds: 0 }, parameters: new Map([['a', 1]]) });
  assert.deepEqual(
    listIn('@1, 1').map(({ value }) => value),
    [{ seconds: 1 }, 1],
  );
});

test('what is no date is refused', () => {
  for (const text of ['@', '@1.5', '@1.0', '@ 1', '@+1', '@1234567890123456', '@1, @2', '"@1', '@x', '']) {
    assert.throws(() => itemIn(text), /is due at/, text);
  }
});
