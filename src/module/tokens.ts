import type { Span } from '../text/location.ts';
import { choosePattern } from '../text/pattern.ts';

/** A piece of a module's text; comments and spaces are left out. */
export interface Token {
  readonly kind: 'word' | 'string' | 'template' | 'number' | 'regex' | 'mark';
  /** A mark or word as written, a string's value. */
  readonly text: string;
  readonly span: Span;
}

/** The tokens of a module, or the place from which it could not be read. */
export type Tokens = { readonly tokens: readonly Token[] } | { readonly stopped: Span; readonly why: string };

/** Words after which a `/` begins a regular expression. */
const before = new Set(
  /* not a message */ 'return typeof case in of delete void throw new else do await yield instanceof extends default export'.split(
    ' ',
  ),
);
const conditions = new Set(['if', 'while', 'for', 'with']);
const blocks = new Set([')', ';', '{', '}', '=>']);
const blockWords = new Set(['else', 'do', 'try', 'finally']);
const closes: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
const word = choosePattern(/[A-Za-z$_#@][\w$]*/y, () => /[\p{ID_Start}$_#@][\p{ID_Continue}$\u200c\u200d]*/uy);
const number = /(?:0[xXoObB][\da-fA-F_]+|(?:\d[\d_]*)?\.?\d[\d_]*(?:[eE][+-]?\d+)?\.?)n?/y;
const mark = /=>|\.\.\.|\?\.|[=!<>*&|?+\-%^]=|&&|\|\||\?\?|[{}()[\];,<>+\-*/%&|^!~?:=.]/y;

interface Open {
  readonly mark: string;
  /** Whether a `/` after its end begins a regular expression. */
  readonly statement: boolean;
  /** The bracket is the `${` of a template. */
  readonly template?: true;
}

class Unreadable extends Error {
  readonly span: Span;
  constructor(start: number, end: number, why: string) {
    super(why);
    this.span = { start, end };
  }
}

/** Splits the text of a TypeScript module into tokens, in one pass. Never throws. */
export function tokenizeModule(text: string): Tokens {
  const tokens: Token[] = [];
  const stack: Open[] = [];
  let statement = true;
  let at = text.startsWith('#!') ? findLineEnd(text, 0) : 0;
  const push = (kind: Token['kind'], value: string, end: number): void => {
    tokens.push({ kind, text: value, span: { start: at, end } });
    at = end;
  };
  const name = word(text);
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  try {
    for (at = skip(text, at); at < text.length; at = skip(text, at)) {
      const character = text[at]!;
      const last = tokens.at(-1);
      if (character === '"' || character === "'") {
        const end = findStringEnd(text, at);
        push('string', parseStringLiteral(text.slice(at, end)), end);
      } else if (character === '`') {
        const { end, open } = findTemplateEnd(text, at + 1, at);
        if (open) stack.push({ mark: '{', statement: false, template: true });
        push('template', '', end);
      } else if (character === '}' && stack.at(-1)?.template === true) {
        stack.pop();
        const { end, open } = findTemplateEnd(text, at + 1, at);
        if (open) stack.push({ mark: '{', statement: false, template: true });
        push('template', '', end);
      } else if (character === '/' && beginsRegex(last, statement)) {
        push('regex', '', findRegexEnd(text, at));
      } else if (/\d/.test(character) || (character === '.' && /\d/.test(text[at + 1] ?? ''))) {
        const found = take(number) ?? character;
        push('number', found, at + found.length);
      } else {
        const written = take(name);
        if (written !== undefined) push('word', written, at + written.length);
        else {
          const found = take(mark);
          if (found === undefined) throw new Unreadable(at, at + 1, `\`${character}\` has no place in TypeScript`);
          statement = note(stack, found, last, tokens.at(-2), at);
          push('mark', found, at + found.length);
          continue;
        }
      }
      statement = false;
    }
    const open = stack.at(-1);
    if (open !== undefined) throw new Unreadable(text.length, text.length, `a \`${open.mark}\` is not closed`);
    return { tokens };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { stopped: error.span, why: error.message };
  }
}

/** Opens and closes brackets; returns whether a `/` after this mark begins a regular expression. */
function note(stack: Open[], found: string, last: Token | undefined, second: Token | undefined, at: number): boolean {
  if (found === '(') {
    const condition = last?.kind === 'word' && conditions.has(last.text) && second?.text !== '.';
    stack.push({ mark: found, statement: condition });
  } else if (found === '[') stack.push({ mark: found, statement: false });
  else if (found === '{') {
    const block = last === undefined || (last.kind === 'mark' ? blocks.has(last.text) : blockWords.has(last.text));
    stack.push({ mark: found, statement: block });
  } else if (closes[found] !== undefined) {
    const open = stack.pop();
    if (open?.mark !== closes[found]) throw new Unreadable(at, at + 1, `this \`${found}\` closes nothing`);
    return open.statement;
  } else if (found === '!') return last === undefined || !isValue(last);
  return true;
}

/** Whether a token ends a value, so that a `!` after it is the one of TypeScript, which says that the value is there. */
function isValue({ kind, text }: Token): boolean {
  return kind === 'mark' ? text === ')' || text === ']' : kind !== 'word' || !before.has(text);
}

function beginsRegex(last: Token | undefined, statement: boolean): boolean {
  if (last === undefined) return true;
  if (last.kind === 'mark') return statement;
  return last.kind === 'word' && before.has(last.text);
}

/** Returns the index after spaces and comments. */
function skip(text: string, from: number): number {
  let at = from;
  for (;;) {
    while (at < text.length && /\s|\ufeff/.test(text[at]!)) at++;
    if (text.startsWith('//', at)) at = findLineEnd(text, at);
    else if (text.startsWith('/*', at)) {
      const end = text.indexOf('*/', at + 2);
      if (end === -1) throw new Unreadable(at, at + 2, 'a comment is not closed');
      at = end + 2;
    } else return at;
  }
}

function findLineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

function findStringEnd(text: string, from: number): number {
  const quote = text[from];
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === quote) return at + 1;
    else if (text[at] === '\n') break;
  }
  throw new Unreadable(from, from + 1, 'a string is not closed');
}

/** Returns the end of a template's text: after its last backtick, or after the `${` of an expression. */
function findTemplateEnd(text: string, from: number, start: number): { readonly end: number; readonly open: boolean } {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '`') return { end: at + 1, open: false };
    else if (text[at] === '$' && text[at + 1] === '{') return { end: at + 2, open: true };
  }
  throw new Unreadable(start, start + 1, 'a template is not closed');
}

function findRegexEnd(text: string, from: number): number {
  let inClass = false;
  for (let at = from + 1; at < text.length && text[at] !== '\n'; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '[') inClass = true;
    else if (text[at] === ']') inClass = false;
    else if (text[at] === '/' && !inClass) {
      const flags = /[a-z]*/y;
      flags.lastIndex = at + 1;
      return at + 1 + (flags.exec(text)?.[0].length ?? 0);
    }
  }
  throw new Unreadable(from, from + 1, 'a regular expression is not closed');
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', 0: '\0' };

/** The value of a string as it is written. */
function parseStringLiteral(written: string): string {
  const inside = written.slice(1, -1);
  if (!inside.includes('\\')) return inside;
  return inside.replace(
    /\\(?:u\{([\da-fA-F]{1,6})\}|u([\da-fA-F]{4})|x([\da-fA-F]{2})|\r?\n|([\s\S]))/g,
    (_, long: string | undefined, four: string | undefined, two: string | undefined, one: string | undefined) => {
      const code = long ?? four ?? two;
      if (code !== undefined) return String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff));
      return one === undefined ? '' : (escapes[one] ?? one);
    },
  );
}
