import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Span } from '../../text/location.ts';
import { own } from '../../text/own-property.ts';
import { diagnostics, mostDepth } from '../diagnostics.ts';
import { isWord, maySayNot } from './rewrite.ts';
import type { Token } from './tokens.ts';

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const meant: Readonly<Record<string, string>> = {
  '=': '==',
  '===': '==',
  '!==': '!=',
  '<>': '!=',
  '=>': '>=',
  '=<': '<=',
  '&': '&&',
  '|': '||',
  '≠': '!=',
  '≤': '<=',
  '≥': '>=',
  '−': '-',
  '–': '-',
  '×': '*',
  '÷': '/',
  '“': '"',
  '”': '"',
  '„': '"',
  '‘': "'",
  '’': "'",
};
const mostOpen = 4 * mostDepth;

/** Checks the words of an expression before it is parsed: strange characters, brackets, `not`, unsupported CEL. */
export function checkWords(tokens: readonly Token[], place: (from: number, to: number) => Span): Diagnostic[] {
  const found: Diagnostic[] = [];
  const open: Token[] = [];
  let row = 0;
  tokens.forEach((token, index) => {
    const span = place(token.start, token.end);
    const before = tokens[index - 1];
    const after = tokens[index + 1];
    const diagnostic = token.kind === 'symbol' ? diagnoseSymbol(token, before, after, span) : word(token, before, span);
    if (diagnostic !== undefined) found.push(diagnostic);
    if (token.kind !== 'symbol') {
      row = isWord(token, before) && token.text === 'not' ? row + 1 : 0;
    } else if (own(closing, token.text) !== undefined) open.push(token);
    else if (token.text === ')' || token.text === ']' || token.text === '}') {
      const opened = open.pop();
      if (opened === undefined) found.push(diagnostics.unopened(span, token.text));
      else if (closing[opened.text] !== token.text) {
        found.push(diagnostics.unclosed(place(opened.start, opened.end), opened.text, closing[opened.text]!));
      }
    }
    row = token.text === '!' || token.text === '-' ? row + 1 : row;
    if (open.length === mostOpen || row === mostOpen) found.push(diagnostics['too-deep'](span));
  });
  const deep = found.find((diagnostic) => diagnostic.code === 'expression/too-deep');
  if (deep !== undefined) return [deep];
  for (const token of open) {
    found.push(diagnostics.unclosed(place(token.start, token.end), token.text, closing[token.text]!));
  }
  return found;
}

function diagnoseSymbol(
  token: Token,
  before: Token | undefined,
  after: Token | undefined,
  span: Span,
): Diagnostic | undefined {
  if (token.text === '{' && before?.kind === 'name')
    return diagnostics['outside-the-language'](span, 'A map or message in braces');
  const optional = (token.text === '.' || token.text === '[') && after?.text === '?';
  if (optional || (token.text === '?' && after?.text === '.')) {
    return diagnostics['outside-the-language'](span, 'Optional access with `?`', undefined, 'ask `has(f)` first');
  }
  return undefined;
}

function word(token: Token, before: Token | undefined, span: Span): Diagnostic | undefined {
  const { kind, text } = token;
  if (kind === 'unknown') {
    if (text.startsWith('//')) return diagnostics['outside-the-language'](span, 'A comment', undefined, 'remove it');
    return diagnostics['unexpected-character'](span, text, own(meant, text));
  }
  if (kind === 'string') {
    if (token.open) {
      const mark = /^[rRbB]?'/.test(text) ? "'" : '"';
      return diagnostics.unclosed(span, text.length > 40 ? `${text.slice(0, 40)}…` : text, mark);
    }
    if (/^[bB]/.test(text)) return diagnostics['outside-the-language'](span, 'A literal of bytes', text.slice(1));
  }
  if (kind === 'number' && /[uU]$/.test(text)) {
    return diagnostics['outside-the-language'](span, 'An unsigned number', text.slice(0, -1));
  }
  if (text === 'not' && isWord(token, before) && !maySayNot(before)) {
    return diagnostics['misplaced-not'](span, before?.text ?? '');
  }
  return undefined;
}
