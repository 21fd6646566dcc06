import fc from 'fast-check';

const surrogates = { from: 0xd800, count: 0x800 };

/**
 * Any code point but surrogates, as the unit `binary` of `fc.string`. That unit fills a table of a million code points in each
 * process that uses it; this one calculates the index.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.nat({ max: 0x10ffff - surrogates.count }).map(
  (index) => String.fromCodePoint(index < surrogates.from ? index : index + surrogates.count),
  (character) => indexOf(character),
);

/** Returns the index of a code point. Throws if the value is not one whole character. */
function indexOf(value: unknown): number {
  const point = typeof value === 'string' && value.isWellFormed() ? value.codePointAt(0) : undefined;
  if (point === undefined || value !== String.fromCodePoint(point)) throw new Error('expected one character');
  return point < surrogates.from ? point : point - surrogates.count;
}
