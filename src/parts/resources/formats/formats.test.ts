import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Platform } from '../../../contracts/platform.ts';
import { formats, formatsByName } from './index.ts';

let seed = 1;
function nextByte(): number {
  seed = (seed * 48271) % 2147483647;
  return seed & 255;
}
const platform = {
  now: () => 1_793_523_600_000,
  random: (bytes: number) => Uint8Array.from({ length: bytes }, nextByte),
} as unknown as Platform;

for (const format of formats) {
  const argument = format.argument === undefined ? undefined : 'inv';
  test(`${format.name} takes right values, keeps a stable form and refuses wrong ones`, () => {
    assert.ok(format.right.length > 0 && format.wrong.length > 0);
    for (const value of format.right) {
      const kept = format.read(value, argument);
      assert.notEqual(kept, undefined, `refused ${String(value)}`);
      assert.equal(format.read(kept, argument), kept);
    }
    for (const value of format.wrong) assert.equal(format.read(value, argument), undefined, `took ${String(value)}`);
  });

  for (const other of format.within ?? []) {
    test(`every value of ${format.name} is one of ${other}`, () => {
      const wider = formatsByName.get(other)!;
      assert.deepEqual(
        format.right.filter((value) => wider.read(format.read(value, argument)) === undefined),
        [],
      );
    });
  }

  if (format.plain === true) {
    test(`${format.name} holds nothing that JSON would escape`, () => {
      for (const value of format.right) {
        const kept = format.read(value, argument);
        assert.equal(JSON.stringify(kept), `"${String(kept)}"`);
      }
    });

    test(`${format.name} takes no value with a character that JSON would escape, wherever it is`, () => {
      for (const value of format.right.map(String)) {
        for (const character of ['"', '\\', '\n', '\u0000', '\u001f', '\ud800', '\udc00']) {
          for (let at = 0; at <= value.length; at++) {
            for (const length of [0, 1]) {
              const text = value.slice(0, at) + character + value.slice(at + length);
              assert.equal(format.read(text, argument), undefined, JSON.stringify(text));
            }
          }
        }
      }
    });
  }

  test(`${format.name} tells its words, schema and an example that it takes`, () => {
    assert.match(format.words(argument), /^must /);
    assert.notEqual(format.read(format.example(argument), argument), undefined);
    const { pattern } = format.schema(argument);
    if (typeof pattern === 'string') {
      assert.match(String(format.example(argument)), new RegExp(pattern, 'u'));
    }
    assert.equal(formatsByName.get(format.name), format);
  });

  test(`${format.name} makes examples that it takes`, () => {
    for (const [index, field] of ['webhook_url', 'total', 'due_on'].entries()) {
      const seed = {
        field,
        index,
        login: () => 'grace',
        moment: () => platform.now() - index,
        number: () => index / 2,
      };
      const example = format.plausible?.(seed);
      if (example !== undefined) assert.notEqual(format.read(example, argument), undefined, `${example}`);
    }
    const day = format.dated?.(platform.now());
    if (day !== undefined) assert.match(String(format.read(day)), /^2026-11-01/);
  });

  if (format.assignable !== undefined) {
    test(`${format.name} assigns values that it takes itself`, () => {
      for (let n = 0; n < 50; n++) {
        const value = format.assignable!(platform, argument, platform.now());
        assert.equal(format.read(value, argument), value);
      }
    });
  }
}

test('identifiers that begin with their time ascend within a millisecond and when the clock goes back', () => {
  for (const name of ['uuidv7', 'typeid']) {
    const format = formatsByName.get(name)!;
    const made = Array.from({ length: 6000 }, (_, n) =>
      String(format.assignable!(platform, 'inv', platform.now() - (n % 3))),
    );
    assert.deepEqual(made.toSorted(), made);
    assert.equal(new Set(made).size, made.length);
  }
});

test('a date-time is kept in UTC with three fraction digits, further digits cut', () => {
  const { read } = formatsByName.get('date-time')!;
  assert.equal(read('2026-11-01T09:00:00Z'), '2026-11-01T09:00:00.000Z');
  assert.equal(read('2026-11-01T09:00:00.9999+05:30'), '2026-11-01T03:30:00.999Z');
  assert.equal(read('0050-01-01T00:30:00+01:00'), '0049-12-31T23:30:00.000Z');
});

test('decimals compare and divide by value, without losing a digit', () => {
  const { compare, multiple } = formatsByName.get('decimal')!;
  assert.equal(compare!('1.10', '1.1'), 0);
  assert.equal(compare!('-2', '-1.5'), -1);
  assert.equal(compare!('0.10000000000000000000000000000000001', '0.1'), 1);
  assert.equal(multiple!('0.3', '0.1'), true);
  assert.equal(multiple!('0.35', '0.1'), false);
});

test('a typeid holds a UUID of version 7 that begins with its moment', () => {
  const now = 4_000_000_000_000;
  const value = String(formatsByName.get('typeid')!.assignable!(platform, 'inv', now)).slice(4);
  let bits = 0n;
  for (const letter of value) bits = bits * 32n + BigInt('0123456789abcdefghjkmnpqrstvwxyz'.indexOf(letter));
  assert.equal(bits >> 80n, BigInt(now));
  assert.equal((bits >> 76n) & 15n, 7n);
  assert.equal((bits >> 62n) & 3n, 2n);
});

test('bytes of base64 are counted as decoded', () => {
  const { bytes } = formatsByName.get('byte')!;
  assert.deepEqual([bytes!(''), bytes!('aA=='), bytes!('aGk='), bytes!('AAAA')], [0, 1, 2, 3]);
});
