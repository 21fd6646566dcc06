import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findContrast, isColor, leastContrast, reachContrast } from './colors.ts';

test('a color is six hexadecimal digits after #', () => {
  assert.deepEqual(['#0a7244', '#0A7244', '#0a7', '0a7244', 'teal', '#0a72445'].map(isColor), [
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('the contrast is that of WCAG', () => {
  assert.equal(findContrast('#000000', '#ffffff'), 21);
  assert.equal(findContrast('#ffffff', '#ffffff'), 1);
  assert.equal(findContrast('#767676', '#ffffff').toFixed(2), '4.54');
});

test('a color is mixed until its contrast is enough, and stays where it is', () => {
  assert.equal(reachContrast('#0a7244', '#ffffff', leastContrast), '#0a7244');
  for (const background of ['#ffffff', '#0d1015']) {
    for (const color of ['#ffcc00', '#3d3fd1', '#ffffff', '#000000'])
      assert.ok(findContrast(reachContrast(color, background, 7), background) >= 7, `${color} on ${background}`);
  }
});
