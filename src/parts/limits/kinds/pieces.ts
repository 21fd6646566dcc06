import type { CellText } from '../../../markdown/cells/cell.ts';
import { locateSlice, type Span } from '../../../text/location.ts';
import { findNearest } from '../../../text/nearest.ts';
import { durationWords, parseUnit } from '../../../text/numbers/duration.ts';
import { present } from '../../../text/present.ts';
import type { WrongValue } from './contract.ts';

/** Goes through the words and commas of a Value from left to right. */
export interface Pieces {
  peek(): string | undefined;
  next(): string | undefined;
  /** The place of the piece last taken. */
  readonly last: Span;
  /** The place of the next piece, at the end that of the whole value. */
  here(): Span;
}

const most = 1_000_000_000_000;

/** The words and commas of a Value; code spans are not opened, since a Value has none. */
export function createPieces({ words, span }: CellText): Pieces {
  const found = [...words.text.matchAll(/,|[^\s,]+/g)];
  let at = 0;
  const spanOf = (index: number): Span => {
    const piece = found[index];
    return piece === undefined ? span : locateSlice(words, piece.index, piece.index + piece[0].length);
  };
  return {
    peek: () => found[at]?.[0],
    next: () => found[at++]?.[0],
    get last() {
      return spanOf(at - 1);
    },
    here: () => spanOf(at),
  };
}

/** Takes a whole number from 1. */
export function takeCount(pieces: Pieces, what = 'the number'): number | WrongValue {
  const span = pieces.here();
  const text = pieces.next();
  if (text === undefined) return { wrong: `${what} is missing`, span };
  if (/^[1-9][0-9]*$/.test(text) && Number(text) <= most) return Number(text);
  const digits = text.replace(/[_']/g, '');
  const right = digits !== text && /^[1-9][0-9]*$/.test(digits);
  return { wrong: `\`${text}\` is not a whole number of at least 1`, span, ...(right ? { suggestion: digits } : {}) };
}

/** Takes a word that must come next. */
export function takeWord(pieces: Pieces, word: string): WrongValue | undefined {
  const span = pieces.here();
  const text = pieces.next();
  if (text === word) return undefined;
  if (text === undefined) return { wrong: `expected \`${word}\` after it`, span };
  const wrong = `expected \`${word}\`, found \`${text}\``;
  return findNearest(text, [word]) === undefined ? { wrong, span } : { wrong, span, suggestion: word };
}

/** Takes a unit of time, or a number and a unit: `minute`, `5 minutes`; in milliseconds. */
export function takeTime(pieces: Pieces): number | WrongValue {
  let count = 1;
  if (/^[0-9]/.test(pieces.peek() ?? '')) {
    const read = takeCount(pieces);
    if (typeof read !== 'number') return read;
    count = read;
  }
  const span = pieces.here();
  const unit = pieces.next();
  if (unit === undefined) return { wrong: 'the unit of time is missing', span };
  const each = parseUnit(unit);
  if (each !== undefined) return count * each;
  const suggestion = findNearest(unit, durationWords);
  return { wrong: `\`${unit}\` is not a unit of time`, span, ...present({ suggestion }) };
}

/** Says that something is left over, when something is. */
export function expectEnd(pieces: Pieces): WrongValue | undefined {
  const span = pieces.here();
  const text = pieces.next();
  return text === undefined ? undefined : { wrong: `unexpected \`${text}\``, span };
}

/** True for what says that a value could not be read. */
export function isWrong(value: unknown): value is WrongValue {
  return typeof value === 'object' && value !== null && 'wrong' in value;
}

/** A time as a reader would write it: the largest unit that divides it. */
export function formatDuration(milliseconds: number): string {
  const units: readonly [string, number][] = [
    ['week', 604_800_000],
    ['day', 86_400_000],
    ['hour', 3_600_000],
    ['minute', 60_000],
    ['second', 1000],
  ];
  const [unit, each] = units.find(([, size]) => milliseconds % size === 0) ?? ['millisecond', 1];
  const count = milliseconds / each;
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
}
