import type { CellText, Token } from '../../../markdown/cells/cell.ts';
import { type Name, sliceSourceText } from '../../../text/location.ts';
import type { FieldErrorOn } from '../model.ts';

/** Reads an item of On: `User.email`, `User`, `parameter limit`, `parameter limit of list User`. */
export function readPlace({ tokens, span }: CellText): FieldErrorOn {
  const [first, second, third] = tokens;
  if (first!.text === 'parameter' && second !== undefined) {
    const parameter = toName(second);
    if (third?.text !== 'of' || tokens.length === 3) return { kind: 'parameter', parameter, span };
    return { kind: 'parameter', parameter, operation: joinTokens(tokens.slice(3)), span };
  }
  const dot = first!.text.indexOf('.');
  if (tokens.length > 1 || dot <= 0) return { kind: 'holder', of: joinTokens(tokens), span };
  const { words, text } = first!;
  const part = (from: number, to: number): Name => ({
    value: text.slice(from, to),
    span: sliceSourceText(words, from, to).span,
  });
  return { kind: 'field', of: part(0, dot), field: part(dot + 1, text.length), span };
}

function toName(token: Token): Name {
  return { value: token.text, span: token.span };
}

function joinTokens(tokens: readonly Token[]): Name {
  const value = tokens.map((token, index) => (index > 0 && token.spaced ? ` ${token.text}` : token.text)).join('');
  return { value, span: { start: tokens[0]!.span.start, end: tokens.at(-1)!.span.end } };
}
