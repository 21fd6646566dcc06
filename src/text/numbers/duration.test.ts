import assert from 'node:assert/strict';
import { test } from 'node:test';
import { durationWords, parseUnit, scanDuration } from './duration.ts';

test('a duration is a number and a unit, in the singular or the plural', () => {
  const read = (text: string) => scanDuration(text);
  assert.deepEqual(read('1 second'), { milliseconds: 1000 });
  assert.deepEqual(read('10 minutes'), { milliseconds: 600_000 });
  assert.deepEqual(read('24 hours'), read('1 day'));
  assert.deepEqual(read('7 days'), read('1 week'));
});

test('what is wrong is told with its place', () => {
  assert.deepEqual(scanDuration('10 minuts'), { wrong: 'unit', from: 3, to: 9 });
  assert.deepEqual(scanDuration('ten minutes'), { wrong: 'number', from: 0, to: 3 });
  assert.deepEqual(scanDuration('0 minutes'), { wrong: 'number', from: 0, to: 1 });
  assert.deepEqual(scanDuration('soon'), { wrong: 'form', from: 0, to: 4 });
  assert.deepEqual(scanDuration('1 month'), { wrong: 'unit', from: 2, to: 7 });
});

test('every word for a unit has milliseconds', () => {
  assert.equal(durationWords.length, 10);
  for (const word of durationWords) assert.ok((parseUnit(word) ?? 0) >= 1000, word);
  assert.equal(parseUnit('fortnight'), undefined);
});
