import type { Token } from '../../module/tokens.ts';

/** True if the token at an index is this mark. */
export function isMark(tokens: readonly Token[], at: number, ...marks: readonly string[]): boolean {
  const token = tokens[at];
  return token?.kind === 'mark' && marks.includes(token.text);
}

/** True if the token at an index is this word. */
export function isWord(tokens: readonly Token[], at: number, ...words: readonly string[]): boolean {
  const token = tokens[at];
  return token?.kind === 'word' && words.includes(token.text);
}

/** Returns the words before the `(` at an index: `store`, `asService`, `find` of `store.asService.find(`. */
export function readCallee(tokens: readonly Token[], open: number): readonly string[] {
  const words: string[] = [];
  for (let at = open - 1; tokens[at]?.kind === 'word'; at -= 2) {
    words.unshift(tokens[at]!.text);
    if (isMark(tokens, at - 1, '!')) at -= 1;
    if (!isMark(tokens, at - 1, '.', '?.')) break;
  }
  return words;
}

/** Returns the index of the bracket that closes the one at an index. The end of the tokens if there is none. */
export function findClose(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at++) {
    if (isMark(tokens, at, '(', '[', '{')) depth++;
    else if (isMark(tokens, at, ')', ']', '}') && --depth === 0) return at;
  }
  return tokens.length;
}

/** Returns the index of the bracket that the one at an index closes, or −1. */
export function findOpen(tokens: readonly Token[], close: number): number {
  let depth = 0;
  for (let at = close; at >= 0; at--) {
    if (isMark(tokens, at, ')', ']', '}')) depth++;
    else if (isMark(tokens, at, '(', '[', '{') && --depth === 0) return at;
  }
  return -1;
}

/** Returns the index of the innermost bracket that is open before the token at an index, or −1. */
export function findEnclosing(tokens: readonly Token[], from: number): number {
  let depth = 0;
  for (let at = from - 1; at >= 0; at--) {
    if (isMark(tokens, at, ')', ']', '}')) depth++;
    else if (isMark(tokens, at, '(', '[', '{') && depth-- === 0) return at;
  }
  return -1;
}

/** Returns the indexes at which the arguments of a call begin. `open` is its `(`. */
export function listArguments(tokens: readonly Token[], open: number): readonly number[] {
  const close = findClose(tokens, open);
  if (close === open + 1) return [];
  const starts = [open + 1];
  for (let at = open + 1; at < close; at++) {
    if (isMark(tokens, at, '(', '[', '{')) at = findClose(tokens, at);
    else if (isMark(tokens, at, ',') && at + 1 < close) starts.push(at + 1);
  }
  return starts;
}

/** A member of an object literal or of an object pattern. */
export interface Member {
  readonly name: string;
  /** The index of its key. */
  readonly key: number;
  /** The index of its value, or of what its pattern gives a name to. Absent in `{ name }`, which is both. */
  readonly value?: number;
}

/** Lists the members of the `{` at an index with literal keys; spread ones and methods are left out. */
export function listMembers(tokens: readonly Token[], open: number): readonly Member[] {
  if (!isMark(tokens, open, '{')) return [];
  const close = findClose(tokens, open);
  const members: Member[] = [];
  for (let at = open + 1; at < close; at++) {
    const token = tokens[at]!;
    const begins = isMark(tokens, at - 1, ',') || at === open + 1;
    if (begins && (token.kind === 'word' || token.kind === 'string')) {
      if (isMark(tokens, at + 1, ':')) members.push({ name: token.text, key: at, value: at + 2 });
      else if (token.kind === 'word' && isMark(tokens, at + 1, ',', '}', '='))
        members.push({ name: token.text, key: at });
    }
    if (isMark(tokens, at, '(', '[', '{')) at = findClose(tokens, at);
  }
  return members;
}

/** True if a word is a property access: `record.total` and `record?.total`, also after `!`. */
export function isAccess(tokens: readonly Token[], at: number): boolean {
  return isMark(tokens, at - 1, '.', '?.');
}

/** Returns the index of the word that a property access at an index is of, or −1: `record` of `record!.total`. */
export function findOwner(tokens: readonly Token[], at: number): number {
  if (!isAccess(tokens, at)) return -1;
  const owner = isMark(tokens, at - 2, '!') ? at - 3 : at - 2;
  return tokens[owner]?.kind === 'word' ? owner : -1;
}
