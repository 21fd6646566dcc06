import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RE2JS } from 're2js';
import { countPatternSteps } from './pattern-size.ts';

test('the steps of a pattern are those of RE2, or up to three times as many', () => {
  for (const pattern of [
    '^a{1,999}b$',
    '[a-z]{2,64}@[a-z.]{1,255}',
    'a{3,}b{7}c{0}',
    '((ab){2,3}){4}',
    '(?:ab|cd){0,500}',
    '\\{1,9\\}[{]1,99}',
    '(a|b)*'.repeat(50),
    'a?'.repeat(50),
    'a{1,1000}'.repeat(10),
    '[\\]a{9}]{1,100}',
  ]) {
    const steps = countPatternSteps(pattern);
    const due = RE2JS.compile(pattern).programSize();
    assert.ok(steps >= due - 8 && steps <= 3 * due, `${pattern}: ${steps} for ${due}`);
  }
});

test('a class of Unicode counts for the time that it takes', () => {
  assert.ok(countPatternSteps('\\p{L}'.repeat(1000)) > 20_000);
  assert.ok(countPatternSteps('[\\p{L}\\p{N}_]{1,255}') < 1000);
});

test('texts that are no patterns have a count too', () => {
  for (const text of ['(((', ')))', '{9}', '[', '\\', 'a{999999999999}{999999999999}'.repeat(30)])
    assert.ok(countPatternSteps(text) >= 0, text);
});
