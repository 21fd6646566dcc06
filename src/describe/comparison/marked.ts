import { type Html, html } from '../docs/html.ts';

/** A piece of a line, and whether the other line lacks it. */
interface Piece {
  readonly text: string;
  readonly differs: boolean;
}

/** The most pieces of a line that are compared one by one. */
const most = 400;

/** Marks in two lines what the other one lacks, word by word. Lines that share less than a third of their words are not marked. */
export function markLines(old: string, now: string): readonly [Html, Html] {
  const [before, after] = [split(old), split(now)];
  const common = before.length * after.length > most * most ? [] : findCommon(before, after);
  const shared = common.length * 3 >= Math.max(before.length, after.length);
  const mark = (words: readonly string[], side: 0 | 1): Html => {
    const kept = new Set(common.map((pair) => pair[side]));
    const pieces = joinPieces(words.map((text, at) => ({ text, differs: shared && !kept.has(at) })));
    return html`${pieces.map(({ text, differs }) => (differs ? html`<mark>${text}</mark>` : text))}`;
  };
  return [mark(before, 0), mark(after, 1)];
}

function split(line: string): readonly string[] {
  return line.match(/[\p{L}\p{N}_]+|\s+|./gu) ?? [];
}

/** Returns the places of the longest sequence of words that both lines have. */
function findCommon(before: readonly string[], after: readonly string[]): readonly (readonly [number, number])[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      lengths[i]![j] =
        before[i] === after[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  const common: [number, number][] = [];
  for (let i = 0, j = 0; i < before.length && j < after.length; ) {
    if (before[i] === after[j]) common.push([i++, j++]);
    else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) i++;
    else j++;
  }
  return common;
}

function joinPieces(pieces: readonly Piece[]): readonly Piece[] {
  const joined: { text: string; differs: boolean }[] = [];
  for (const { text, differs } of pieces) {
    const last = joined.at(-1);
    if (last?.differs === differs) last.text += text;
    else joined.push({ text, differs });
  }
  return joined;
}
