import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  compareDecimals,
  divideDecimals,
  expandExponent,
  isDecimal,
  isMultiple,
  multiplyDecimals,
  negateDecimal,
  normalizeDecimal,
  roundDecimal,
  subtractDecimals,
  sumDecimals,
  toDecimalKey,
  toInteger,
} from './decimals.ts';

/** A number as a fraction of integers, read digit by digit. */
type Rational = readonly [over: bigint, under: bigint];

function rational(text: string): Rational {
  let [over, under, isFraction] = [0n, 1n, false];
  for (const sign of text) {
    if (sign === '.') isFraction = true;
    else if (sign !== '-') {
      over = over * 10n + BigInt(sign);
      if (isFraction) under *= 10n;
    }
  }
  return [text.startsWith('-') ? -over : over, under];
}

const same = ([a, b]: Rational, [c, d]: Rational): boolean => a * d === c * b;
const order = ([a, b]: Rational, [c, d]: Rational): number => Number(a * d > c * b) - Number(a * d < c * b);
const plus = ([a, b]: Rational, [c, d]: Rational): Rational => [a * d + c * b, b * d];
const minus = (left: Rational, [c, d]: Rational): Rational => plus(left, [-c, d]);
const over = ([a, b]: Rational, [c, d]: Rational): Rational => (c < 0n ? [-a * d, -c * b] : [a * d, c * b]);
const size = ([a, b]: Rational): Rational => [a < 0n ? -a : a, b];
const places = (text: string): number => text.split('.')[1]?.length ?? 0;

const digits = (most: number): fc.Arbitrary<string> => fc.stringMatching(new RegExp(`^[0-9]{0,${most}}$`));
/** Decimals, zeros at their ends and negative zeros too. */
const decimal = fc
  .tuple(fc.boolean(), digits(19), fc.oneof(digits(3), digits(18)))
  .map(([negative, whole, fraction]) => {
    const before = whole.replace(/^0+(?=.)/, '') || '0';
    return `${negative ? '-' : ''}${before}${fraction === '' ? '' : `.${fraction}`}`;
  });
const many = { numRuns: 3000 };

test('sums, differences and products are those of the fractions, with the digits that their operands state', () => {
  fc.assert(
    fc.property(decimal, decimal, (left, right) => {
      const [a, b] = [rational(left), rational(right)];
      const [sum, difference, product] = [
        sumDecimals([left, right]),
        subtractDecimals(left, right),
        multiplyDecimals(left, right),
      ];
      assert.ok(same(rational(sum), plus(a, b)), `${left} + ${right} = ${sum}`);
      assert.ok(same(rational(difference), minus(a, b)), `${left} - ${right} = ${difference}`);
      assert.ok(same(rational(product), [a[0] * b[0], a[1] * b[1]]), `${left} * ${right} = ${product}`);
      assert.ok(same(rational(negateDecimal(left)), minus([0n, 1n], a)), `-${left}`);
      assert.deepEqual([places(sum), places(difference)], Array(2).fill(Math.max(places(left), places(right))));
      assert.equal(places(product), places(left) + places(right));
      for (const text of [sum, difference, product]) {
        assert.match(text, /^-?(0|[1-9][0-9]*)(\.[0-9]+)?$/);
        assert.ok(!/^-[0.]+$/.test(text), `${text} is a negative zero`);
      }
    }),
    many,
  );
});

test('a sum does not depend on the order of its items', () => {
  fc.assert(
    fc.property(fc.array(decimal, { maxLength: 9 }), (items) => {
      assert.equal(sumDecimals(items), sumDecimals(items.toReversed()));
      assert.ok(same(rational(sumDecimals(items)), items.map(rational).reduce(plus, [0n, 1n])));
    }),
    many,
  );
  assert.equal(sumDecimals([]), '0');
});

test('a rounded value and a quotient are the nearest of their digits, the farther from 0 at a half', () => {
  const nearest = (exact: Rational, text: string, count: number): void => {
    const rest = minus(size(exact), size(rational(text)));
    const twice: Rational = [rest[0] * 2n * 10n ** BigInt(count), rest[1]];
    assert.equal(places(text), count);
    assert.ok(order(twice, [-1n, 1n]) >= 0 && order(twice, [1n, 1n]) < 0, `${exact} is not near ${text}`);
    assert.ok(rational(text)[0] * exact[0] * exact[1] >= 0n, `${text} has the wrong sign`);
  };
  fc.assert(
    fc.property(decimal, decimal, fc.integer({ min: 0, max: 12 }), (left, right, count) => {
      const [a, b] = [rational(left), rational(right)];
      nearest(a, roundDecimal(left, count), count);
      if (b[0] !== 0n) nearest(over(a, b), divideDecimals(left, right, count), count);
    }),
    many,
  );
  assert.deepEqual(
    ['0.25', '-0.25', '0.35', '-0.04', '9.95'].map((text) => roundDecimal(text, 1)),
    ['0.3', '-0.3', '0.4', '0.0', '10.0'],
  );
  assert.deepEqual([divideDecimals('2', '3', 2), divideDecimals('-1', '8', 2)], ['0.67', '-0.13']);
});

test('decimals are ordered as the fractions are, and so are their keys', () => {
  const near = fc
    .tuple(decimal, fc.constantFrom('', '0', '1', '9'))
    .map(([text, more]) => (more === '' ? text : `${text}${text.includes('.') ? '' : '.'}${more}`));
  const pair = fc.oneof(
    fc.tuple(decimal, decimal),
    near.map((text) => [text, text.slice(0, text.includes('.') ? -1 : undefined).replace(/\.$/, '')] as const),
  );
  fc.assert(
    fc.property(pair, ([left, right]) => {
      const due = order(rational(left), rational(right));
      const [a, b] = [toDecimalKey(left), toDecimalKey(right)];
      assert.equal(compareDecimals(left, right), due, `${left}, ${right}`);
      assert.equal(a < b ? -1 : a > b ? 1 : 0, due, `${left}: ${a}, ${right}: ${b}`);
      assert.equal(normalizeDecimal(left) === normalizeDecimal(right), due === 0);
    }),
    many,
  );
});

test('an integer is found where there is no fraction, and multiples by value', () => {
  assert.deepEqual(
    ['3.00', '-7', '-0.0', '3.01'].map((text) => toInteger(text)),
    [3n, -7n, 0n, undefined],
  );
  assert.deepEqual([isMultiple('1.50', '0.25'), isMultiple('1.60', '0.25'), isMultiple('0', '0')], [true, false, true]);
});

test('a decimal has at most 38 digits and no other form', () => {
  for (const text of ['0', '-0', '-0.00', '1'.repeat(38), `-0.${'1'.repeat(37)}`]) assert.ok(isDecimal(text), text);
  for (const text of ['', '-', '01', '.5', '5.', '1e3', '+1', '1,5', '١', '1'.repeat(39), `0.${'1'.repeat(38)}`])
    assert.ok(!isDecimal(text), text);
});

test('a number is written without an exponent', () => {
  for (const [text, expanded] of [
    ['1.5e-7', '0.00000015'],
    ['-1e-7', '-0.0000001'],
    ['1e+21', '1000000000000000000000'],
    ['-1.2345e+22', '-12345000000000000000000'],
    ['1.25e+1', '12.5'],
    ['0.1', '0.1'],
  ])
    assert.equal(expandExponent(text!), expanded);
  for (const number of [5e-324, 1.7976931348623157e308, -2.5e-10, 1e21, 123456789e-15])
    assert.equal(Number(expandExponent(String(number))), number);
});
