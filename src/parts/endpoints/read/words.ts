import type { CellText, Token } from '../../../markdown/cells/cell.ts';
import type { ParseContext } from '../../../markdown/content.ts';
import type { SourceText } from '../../../text/location.ts';
import { diagnostics } from '../diagnostics.ts';

/** The words of the one code span that a cell holds; bare words are taken too, with a diagnostic. */
export function readCodeCell(text: CellText, what: string, context: ParseContext): SourceText | undefined {
  const [first, second] = text.tokens;
  if (first?.kind !== 'code') {
    context.diagnostics.push(diagnostics['needs-code'](text.span, what, text.words.text));
    return text.words;
  }
  if (second !== undefined) {
    const end = text.tokens[text.tokens.length - 1]!.span.end;
    const left = text.words.text.slice(second.from);
    context.diagnostics.push(diagnostics['one-shape']({ start: second.span.start, end }, left));
  }
  return getCodeWords(first, what, context);
}

/** The words inside a code span, which may not be empty. */
export function getCodeWords(token: Token, what: string, context: ParseContext): SourceText | undefined {
  if (token.text.trim() !== '') return token.words;
  context.diagnostics.push(diagnostics['empty-code'](token.span, what));
  return undefined;
}

/** True for the name of a header: a token of HTTP (RFC 9110, 5.6.2). */
export function isHeaderName(text: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text);
}
