import { compileCheckedPattern } from '../../parts/registry.ts';

/** Texts up to this length may run on the native engine. */
const short = 1000;

/**
 * Whether a text holds a match of a pattern, as RE2 reads it. A pattern whose repeats cannot multiply runs on the native engine
 * for texts of up to 1000 characters, rewritten so that its classes mean RE2's; all else runs in linear time.
 */
export function compileTest(pattern: string): (text: string) => boolean {
  const { matches } = compileCheckedPattern(pattern);
  const native = toNativePattern(pattern);
  if (native === undefined) return matches;
  const test = new RegExp(native, 'u');
  return (text) => (text.length <= short ? test.test(text) : matches(text));
}

interface Group {
  /** It holds a repeat of varying length, or a choice. */
  varies: boolean;
}

const repeat = /^(?:[*+?]|\{(\d+)(,(\d*))?\})\??/;

/** The pattern in ECMA-262 with RE2's meanings, or undefined where it is not plainly safe there. */
export function toNativePattern(pattern: string): string | undefined {
  const open: Group[] = [{ varies: false }];
  let last: Group = { varies: false };
  let text = '';
  let unbounded = 0;
  let optional = 0;
  for (let at = 0; at < pattern.length; ) {
    const rest = pattern.slice(at, at + 40);
    const found = repeat.exec(rest);
    if (found !== null) {
      const many =
        found[0].startsWith('*') || found[0].startsWith('+') || found[3] === '' || Number(found[3] ?? found[1]) > 1;
      const fixed = found[1] !== undefined && (found[2] === undefined || found[1] === found[3]);
      if (last.varies && many) return undefined;
      const width = fixed
        ? 0
        : found[1] === undefined
          ? found[0].startsWith('?')
            ? 1
            : 99
          : Number(found[3] || 99) - Number(found[1]);
      if (width > 9) unbounded++;
      else if (width > 0) optional++;
      if (width > 0) for (const group of open) group.varies = true;
      text += found[0];
      at += found[0].length;
      last = { varies: width > 0 };
      continue;
    }
    const unit = pattern[at]!;
    if (unit === '(') {
      const begin = /^\((?:\?:|\?<[A-Za-z_]\w*>|(?!\?))/.exec(rest);
      if (begin === null) return undefined;
      open.push({ varies: false });
      text += begin[0];
      at += begin[0].length;
      continue;
    }
    if (unit === ')') {
      if (open.length === 1) return undefined;
      last = open.pop()!;
      text += unit;
      at++;
      continue;
    }
    if (unit === '|') for (const group of open) group.varies = true;
    const piece = unit === '[' ? readCharacterClass(pattern, at) : readAtom(pattern, at);
    if (piece === undefined) return undefined;
    text += piece.text;
    at += piece.length;
    last = { varies: false };
  }
  return unbounded > (pattern.startsWith('^') ? 2 : 1) || optional > 8 ? undefined : text;
}

interface Piece {
  readonly text: string;
  readonly length: number;
}

function readAtom(pattern: string, at: number): Piece | undefined {
  const unit = pattern[at]!;
  if (unit === '.') return { text: '[^\\n]', length: 1 };
  if (unit !== '\\') return { text: unit, length: 1 };
  const letter = pattern[at + 1] ?? '';
  if (letter === 's') return { text: '[\\t\\n\\f\\r ]', length: 2 };
  if (letter === 'S') return { text: '[^\\t\\n\\f\\r ]', length: 2 };
  // Characters with a longer escape, or another meaning in one of the engines, are left to RE2.
  return /[wWdDbB\\^$.*+?()[\]{}|/\-tnrf]/.test(letter) ? { text: `\\${letter}`, length: 2 } : undefined;
}

function readCharacterClass(pattern: string, at: number): Piece | undefined {
  let text = '[';
  for (let to = at + 1; to < pattern.length; to++) {
    const unit = pattern[to]!;
    if (unit === ']') return { text: `${text}]`, length: to + 1 - at };
    if (unit === '[') return undefined;
    if (unit !== '\\') {
      text += unit;
      continue;
    }
    const letter = pattern[++to] ?? '';
    if (letter === 's') text += '\\t\\n\\f\\r ';
    else if (/[wdWD\\^$.*+?()[\]{}|/\-tnrf]/.test(letter)) text += `\\${letter}`;
    else return undefined;
  }
  return undefined;
}
