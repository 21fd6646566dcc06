import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { stringifyExact } from './json/text.ts';
import { parseJson } from './json.ts';

const value = (text: string): unknown => {
  const parsed = parseJson(text);
  assert.ok('value' in parsed, `${text}: ${'problem' in parsed ? parsed.problem : ''}`);
  return parsed.value;
};
const problem = (text: string): string => {
  const parsed = parseJson(text);
  assert.ok('problem' in parsed, `took ${text.slice(0, 80)}`);
  return parsed.problem;
};

test('any JSON without doubled names is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      assert.equal(stringifyExact(value(text)), JSON.stringify(JSON.parse(text)));
    }),
    { numRuns: 300 },
  );
});

test('any text is either read or refused with words, and refused when JSON.parse refuses it', () => {
  const near = fc.array(
    fc.constantFrom('{', '}', '[', ']', ':', ',', '"a"', '"\\u0061"', '1', '-', '1e5', 'null', ' ', '\\', '"'),
  );
  fc.assert(
    fc.property(near, (pieces) => {
      const text = pieces.join('');
      let native = true;
      try {
        JSON.parse(text);
      } catch {
        native = false;
      }
      const parsed = parseJson(text);
      if (!native) assert.ok('problem' in parsed && parsed.problem.length > 0);
      if ('value' in parsed) assert.ok(native);
    }),
    { numRuns: 500 },
  );
});

test('a member named twice is refused at any depth, however it is escaped', () => {
  assert.match(problem('{"a":1,"a":2}'), /"a" twice/);
  assert.match(problem('[{"x":{"b":1,"\\u0062":2}}]'), /"b" twice/);
  assert.match(problem('{"a":12345678901234567890,"a":2}'), /"a" twice/);
  assert.match(problem('{"__proto__":1,"__proto__":2}'), /twice/);
});

test('what is nested deeper than 64 levels is refused, and never overflows the stack', () => {
  assert.deepEqual(value('['.repeat(64) + ']'.repeat(64)), JSON.parse('['.repeat(64) + ']'.repeat(64)));
  assert.match(problem('['.repeat(65) + ']'.repeat(65)), /deeper than 64/);
  assert.match(problem('['.repeat(1_000_000)), /deeper than 64/);
  assert.equal(value(`"${'['.repeat(100)}"`), '['.repeat(100));
});

test('__proto__ is a member like any other', () => {
  for (const text of ['{"__proto__":{"x":1}}', '{"__proto__":{"x":1},"n":12345678901234567890}']) {
    const read = value(text) as object;
    assert.equal(Object.getPrototypeOf(read), Object.prototype);
    assert.ok(Object.hasOwn(read, '__proto__'));
    assert.equal((read as { x?: number }).x, undefined);
  }
});

test('numbers keep every digit or are marked', () => {
  assert.equal(value('9007199254740991'), 9007199254740991);
  assert.equal(value('9007199254740993'), 9007199254740993n);
  assert.equal(value('-9223372036854775808'), -9223372036854775808n);
  assert.equal(value('1e2'), 100);
  assert.equal(value('1.0'), 1);
  assert.equal(value('9.007199254740993e15'), 9007199254740993n);
  assert.equal(value('0.1'), 0.1);
  assert.equal(value('1e23'), 1e23);
  assert.equal(value('1.5e300'), 1.5e300);
  assert.ok(Object.is(value('-0'), 0) || Object.is(value('-0'), -0));
  for (const text of ['1e400', '0.1000000000000000000001', '99999999999999999999999999', '1e-400', '1e999999999']) {
    assert.equal(value(text), Number.NaN, text);
  }
});

test('a byte-order mark, comments and trailing text are refused', () => {
  for (const text of [
    '\ufeff{}',
    '{} x',
    '{}//',
    '/**/1',
    '',
    ' ',
    '01',
    '+1',
    "{'a':1}",
    '{"a":1,}',
    '"\n"',
    '"\\x"',
  ]) {
    assert.ok(problem(text).startsWith('is not valid JSON'), text);
  }
});

test('values are written as JSON with the whole of each 64-bit integer', () => {
  assert.equal(
    stringifyExact({ a: [1, 9007199254740993n, null], b: undefined, c: 'ü"', d: true }),
    '{"a":[1,9007199254740993,null],"c":"ü\\"","d":true}',
  );
  fc.assert(
    fc.property(fc.jsonValue(), (jsonValue) => assert.equal(stringifyExact(jsonValue), JSON.stringify(jsonValue))),
    { numRuns: 200 },
  );
});
