import type { Cell, CellText, Token } from '../../../markdown/cells/cell.ts';
import { plainText, splitItems } from '../../../markdown/cells/cell-text.ts';
import type { ParseContext } from '../../../markdown/content.ts';
import type { Name, SourceText, Span } from '../../../text/location.ts';
import { nearest } from '../../../text/nearest.ts';
import { problems } from '../problems.ts';

/** The words of the one code span that a cell holds; bare words are taken too, with a problem. */
export function codeOf(text: CellText, what: string, context: ParseContext): SourceText | undefined {
  const [first, second] = text.tokens;
  if (first?.kind !== 'code') {
    context.problems.push(problems['needs-code'](text.span, what, text.words.text));
    return text.words;
  }
  if (second !== undefined) {
    const end = text.tokens[text.tokens.length - 1]!.span.end;
    const left = text.words.text.slice(second.from);
    context.problems.push(problems['one-shape']({ start: second.span.start, end }, left));
  }
  return codeWords(first, what, context);
}

/** The words inside a code span, which may not be empty. */
export function codeWords(token: Token, what: string, context: ParseContext): SourceText | undefined {
  if (token.text.trim() !== '') return token.words;
  context.problems.push(problems['empty-code'](token.span, what));
  return undefined;
}

/** The names between the commas of a cell. */
export function namesOf(cell: Cell, context: ParseContext): Name[] {
  if (cell.kind !== 'value') return [];
  const names: Name[] = [];
  for (const item of splitItems(cell.text, ',')) {
    if (item.tokens.length > 0) names.push({ value: plainText(item), span: item.span });
    else context.problems.push(problems['empty-item'](item.span));
  }
  return names;
}

/** The word of a list that a cell holds; any other is a problem with the nearest of them. */
export function choiceOf<T extends string>(
  cell: Cell,
  choices: readonly T[],
  problem: (span: Span, found: string, suggestion?: string) => ReturnType<(typeof problems)['when-absent']>,
  context: ParseContext,
): { readonly value: T; readonly span: Span } | undefined {
  if (cell.kind !== 'value') return undefined;
  const found = plainText(cell);
  const value = choices.find((choice) => choice === found);
  if (value !== undefined) return { value, span: cell.span };
  context.problems.push(problem(cell.span, found, nearest(found, choices)));
  return undefined;
}

/** True for the name of a header: a token of HTTP (RFC 9110, 5.6.2). */
export function isHeaderName(text: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text);
}
