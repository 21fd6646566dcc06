/** A word of an expression's text: UTF-16 offsets into that text. */
export interface Token {
  readonly kind: 'name' | 'number' | 'string' | 'symbol' | 'unknown';
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** A string that never ends. */
  readonly open?: true;
}

const space = /[ \t\n\r]+/y;
const name = /[A-Za-z_][A-Za-z0-9_]*/y;
const number = /0[xX][0-9a-fA-F]+[uU]?|[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?[uU]?/y;
const quote = /[rRbB]?["']/y;
const symbol = /==(?!=)|!=(?!=)|<=(?!>)|>=|&&|\|\||[+\-*%<>!()[\]{}.,:?]|\/(?!\/)/y;
const unknown = /===|!==|<>|=>|=<|\/\/.*|[&|=]|[^\sA-Za-z0-9_"'+\-*/%<>!()[\]{}.,:?&|=]+|\s/y;

/** Splits the text of an expression into tokens; never fails: a word outside CEL is `unknown`. */
export function scan(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const blank = match(space, text, at);
    if (blank !== undefined) {
      at += blank.length;
      continue;
    }
    const token = readToken(text, at);
    tokens.push(token);
    at = token.end;
  }
  return tokens;
}

function readToken(text: string, at: number): Token {
  const opening = match(quote, text, at);
  if (opening !== undefined) return readString(text, at, opening);
  for (const [kind, pattern] of [
    ['name', name],
    ['number', number],
    ['symbol', text.startsWith('<>', at) ? unknown : symbol],
  ] as const) {
    const found = match(pattern, text, at);
    if (found !== undefined) {
      return { kind: pattern === unknown ? 'unknown' : kind, text: found, start: at, end: at + found.length };
    }
  }
  const found = match(unknown, text, at) ?? text.charAt(at);
  return { kind: 'unknown', text: found, start: at, end: at + found.length };
}

function readString(text: string, start: number, opening: string): Token {
  const mark = opening.charAt(opening.length - 1);
  const inside = start + opening.length;
  const close = text.startsWith(mark + mark, inside) ? mark.repeat(3) : mark;
  for (let at = inside + close.length - 1; at < text.length; at++) {
    if (text.charAt(at) === '\\') at++;
    else if (text.startsWith(close, at)) {
      const end = at + close.length;
      return { kind: 'string', text: text.slice(start, end), start, end };
    }
  }
  return { kind: 'string', text: text.slice(start), start, end: text.length, open: true };
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
