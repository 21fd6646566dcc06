import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compileCheckedPattern } from '../../parts/registry.ts';
import { compileTest, toNativePattern } from './pattern.ts';

const patterns = [
  '^[A-Z]{3}$',
  '\\s',
  '^\\S+$',
  'a.b',
  '^.$',
  '[\\s\\d]x',
  '\\bx\\b',
  '\\Bx',
  'a|b',
  '^(?:a|bc)?d$',
  '[^a]',
  '^\\w+\\.\\d*$',
  'x{2,3}',
  '[a\\-c]',
];

test('patterns that run on the native engine mean what RE2 means', () => {
  const texts = fc.string({
    unit: fc.constantFrom(
      'a',
      'b',
      'c',
      'd',
      'x',
      'A',
      '1',
      ' ',
      '\v',
      '\n',
      '\r',
      '\u00a0',
      '\u2028',
      '\ufeff',
      'ü',
      '😀',
      '_',
      '-',
      '.',
    ),
    maxLength: 6,
  });
  for (const pattern of patterns) {
    assert.notEqual(toNativePattern(pattern), undefined, pattern);
    const test = compileTest(pattern);
    const { matches } = compileCheckedPattern(pattern);
    fc.assert(
      fc.property(texts, (text) => assert.equal(test(text), matches(text), `${pattern} on ${JSON.stringify(text)}`)),
      { numRuns: 150 },
    );
  }
});

test('patterns whose repeats could multiply are left to RE2', () => {
  for (const pattern of [
    '(a+)+$',
    '^(a|a)*$',
    '(?:a?){20}',
    'a*a*a*b',
    'x+y+',
    '(?:[a-z]+\\.)+',
    'a?a?a?a?a?a?a?a?a?',
    '(?i)a',
    '[[:alpha:]]',
    '\\p{Greek}',
    '[\\S]',
  ]) {
    assert.equal(toNativePattern(pattern), undefined, pattern);
  }
});

test('a long text is tested in linear time', () => {
  const test = compileTest('\\d+x');
  assert.equal(test('1'.repeat(100_000)), false);
  assert.equal(test(`${'1'.repeat(5000)}x`), true);
});
