import type { Token } from './tokens.ts';

/** The text for the CEL parser, and for each of its units (and its end) the offset in the text as written. */
export interface Rewritten {
  readonly text: string;
  readonly offsets: readonly number[];
}

const keywords = new Set(['in', 'true', 'false', 'null']);
const ends = new Set(['&&', '||', 'and', 'or', '?', ':', ',', ')', ']', '}']);
const operands = new Set(['&&', '||', 'and', 'or', 'not', '?', ':', ',', '(', '[', '{']);

/** Returns whether a token is one of the language's own words `and`, `or`, `not` (after a dot it is a field's name). */
export function isWord(token: Token | undefined, before: Token | undefined): boolean {
  if (token?.kind !== 'name' || before?.text === '.') return false;
  return token.text === 'and' || token.text === 'or' || token.text === 'not';
}

/** Returns whether `not` may follow a token: an operand of `and` and `or` begins there. */
export function maySayNot(before: Token | undefined): boolean {
  return before === undefined || (before.kind !== 'string' && operands.has(before.text));
}

/**
 * Writes `and`, `or` and `not` as CEL: `not x` becomes `!(x)`, where x reaches to the next `and`, `or`, `?`, `:`,
 * comma or closing bracket. A field named by a keyword, `record.in`, becomes `record["in"]`.
 */
export function rewrite(tokens: readonly Token[], end: number): Rewritten {
  const pieces: string[] = [];
  const offsets: number[] = [];
  const open: number[] = [0];
  const write = (text: string, at: number, moves: boolean): void => {
    pieces.push(text);
    for (let unit = 0; unit < text.length; unit++) offsets.push(moves ? at + unit : at);
  };
  const closeNots = (at: number): void => {
    const count = open[open.length - 1]!;
    if (count > 0) write(')'.repeat(count), at, false);
    open[open.length - 1] = 0;
  };
  let last = 0;
  tokens.forEach((token, index) => {
    const before = tokens[index - 1];
    const symbol = token.kind === 'symbol' || isWord(token, before) ? token.text : '';
    if (ends.has(symbol)) closeNots(last);
    if (before !== undefined && before.end < token.start) write(' ', before.end, false);
    if (symbol === 'and') write(' && ', token.start, false);
    else if (symbol === 'or') write(' || ', token.start, false);
    else if (symbol === 'not') {
      write('!(', token.start, false);
      open[open.length - 1]!++;
    } else if (token.kind === 'symbol' && token.text === '.' && isKeyword(tokens[index + 1]))
      write(' ', token.start, false);
    else if (before?.text === '.' && isKeyword(token)) {
      write(`["${token.text}"`, token.start, false);
      write(']', token.end - 1, false);
    } else write(token.text, token.start, true);
    if (symbol === '(' || symbol === '[' || symbol === '{') open.push(0);
    if ((symbol === ')' || symbol === ']' || symbol === '}') && open.length > 1) open.pop();
    last = token.end - 1;
  });
  closeNots(last);
  offsets.push(end);
  return { text: pieces.join(''), offsets };
}

function isKeyword(token: Token | undefined): boolean {
  return token?.kind === 'name' && keywords.has(token.text);
}
