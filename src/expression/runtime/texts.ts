import { compilePattern } from '../../text/patterns.ts';
import { failures } from '../failures.ts';
import { splitText } from './search.ts';
import { work } from './work.ts';

/** The white space of Unicode. */
const space = /[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;
/** The cost of a character that a pattern is held against: the linear time of a pattern is that of all its states. */
const ofPattern = 10;
/** The most characters of a slug. */
const mostSlug = 80;

/** A text with small ASCII letters. */
function lowerAscii(text: string): string {
  work(text.length);
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** A text with capital ASCII letters. */
function upperAscii(text: string): string {
  work(text.length);
  return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/** A text without the white space at its ends. */
function trim(text: string): string {
  work(text.length);
  let start = 0;
  let end = text.length;
  while (start < end && space.test(text.charAt(start))) start++;
  while (end > start && space.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** A text in which each place of a part has another text; an empty part has no place. */
function replace(text: string, part: string, by: string): string {
  work(text.length);
  if (part === '') return text;
  const pieces = splitText(text, part);
  work(pieces.length + (pieces.length - 1) * by.length);
  return pieces.join(by);
}

/** The pieces of a text between the places of a part; its code points where the part is empty. */
function split(text: string, part: string): string[] {
  work(text.length);
  const pieces = part === '' ? [...text] : splitText(text, part);
  work(pieces.length);
  return pieces;
}

/** The texts of a list in one, with another between them. */
function join(list: readonly unknown[], between = ''): string {
  work(list.length);
  let length = 0;
  for (const item of list) {
    if (typeof item !== 'string') throw item === null ? failures.null : failures.type;
    length += item.length + between.length;
  }
  work(length);
  return list.join(between);
}

/** The code points of a text from one place to before another, which it must have. */
function substring(text: string, from: number | bigint, to?: number | bigint): string {
  work(text.length);
  const start = findUnit(text, Number(from));
  const end = to === undefined ? text.length : findUnit(text, Number(to));
  if (start > end) throw failures.item;
  return text.slice(start, end);
}

/** The unit at which a code point begins. */
function findUnit(text: string, place: number): number {
  if (place < 0 || place > text.length) throw failures.item;
  let unit = 0;
  for (let left = place; left > 0; left--) {
    if (unit >= text.length) throw failures.item;
    unit += text.codePointAt(unit)! > 0xffff ? 2 : 1;
  }
  return unit;
}

/** Whether a text holds a match of a pattern, in linear time. */
function matches(text: string, pattern: string): boolean {
  work(text.length * ofPattern);
  const compiled = compilePattern(pattern);
  if ('error' in compiled) throw failures.conversion;
  return compiled.matches(text);
}

/** Letters that no diacritic is part of, as ASCII letters. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
};

/** A text as part of a URL: small ASCII letters and digits, with one hyphen between words. */
function slug(text: string): string {
  work(text.length);
  const plain = text.normalize('NFKD');
  work(plain.length);
  return plain
    .replace(/[\p{M}'’]+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđðþłħı]/g, (letter) => letters[letter]!)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, mostSlug)
    .replace(/-$/, '');
}

/** Texts of compiled expressions. */
export const texts = { lowerAscii, upperAscii, trim, replace, split, join, substring, matches, slug } as const;
