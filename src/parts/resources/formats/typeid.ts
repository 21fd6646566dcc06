import type { FormatMember } from './format.ts';
import { createUuidV7, type UuidWords } from './identifiers.ts';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const suffix = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;
const prefix = /^[a-z](?:[a-z_]{0,61}[a-z])?$/;

/** The two characters of ten bits. */
const pairs = Array.from({ length: 1024 }, (_, bits) => alphabet[bits >> 5]! + alphabet[bits & 31]!);

/** 26 characters of base 32 for 128 bits: two zero bits, then five bits each. */
function encode({ first, second, third, fourth }: UuidWords): string {
  return (
    pairs[first >>> 24]! +
    pairs[(first >>> 14) & 1023]! +
    pairs[(first >>> 4) & 1023]! +
    pairs[((first & 15) << 6) | (second >>> 26)]! +
    pairs[(second >>> 16) & 1023]! +
    pairs[(second >>> 6) & 1023]! +
    pairs[((second & 63) << 4) | (third >>> 28)]! +
    pairs[(third >>> 18) & 1023]! +
    pairs[(third >>> 8) & 1023]! +
    pairs[((third & 255) << 2) | (fourth >>> 30)]! +
    pairs[(fourth >>> 20) & 1023]! +
    pairs[(fourth >>> 10) & 1023]! +
    pairs[fourth & 1023]!
  );
}

/** The last identifiers that were read or created: those of one request are read several times. By their last character. */
const recent = Array.from({ length: 8 }, () => '');

function slotOf(text: string): number {
  return text.charCodeAt(text.length - 1) & 7;
}

function remember(text: string): string {
  recent[slotOf(text)] = text;
  return text;
}

/** A TypeID: a prefix, `_`, and a UUID of version 7 in base 32. */
export const typeid: FormatMember = {
  name: 'typeid',
  argument: {
    what: 'a prefix of lower-case letters and `_`, at most 63, with a letter at each end',
    fits: (text) => prefix.test(text),
  },
  base: 'string',
  storage: 'text',
  read(value, argument = '') {
    if (typeof value !== 'string' || value.length !== argument.length + 27) return undefined;
    if (!value.startsWith(argument) || value.charCodeAt(argument.length) !== 95) return undefined;
    if (recent[slotOf(value)] === value) return value;
    return suffix.test(value.slice(argument.length + 1)) ? remember(value) : undefined;
  },
  words: (argument) => `must be an identifier that begins with ${argument}_`,
  schema: (argument) => ({ pattern: `^${argument}_[0-7][0-9a-hjkmnp-tv-z]{25}$` }),
  example: (argument) => `${argument}_01k8z7rqa0faw8vvg14d2pf2db`,
  right: ['inv_01k8z7rqa0faw8vvg14d2pf2db', 'inv_7zzzzzzzzzzzzzzzzzzzzzzzzz', 'inv_00000000000000000000000000'],
  wrong: [
    'inv_8zzzzzzzzzzzzzzzzzzzzzzzzz',
    'cus_01k8z7rqa0faw8vvg14d2pf2db',
    'inv01k8z7rqa0faw8vvg14d2pf2db',
    'inv_01K8Z7RQA0FAW8VVG14D2PF2DB',
    'inv_01k8z7rqa0faw8vvg14d2pf2d',
    'inv_01k8z7rqa0faw8vvg14d2pf2du',
    '',
    1,
  ],
  assignable: (platform, argument, now) => remember(`${argument}_${encode(createUuidV7(platform, now))}`),
  plain: true,
  asExpression: { kind: 'string' },
};
