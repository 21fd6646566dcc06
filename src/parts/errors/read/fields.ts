import type { CellText, Token } from '../../../markdown/cells/cell.ts';
import { plainText, splitItems } from '../../../markdown/cells/cell-text.ts';
import type { ContentRow, Reading } from '../../../markdown/content.ts';
import type { Name } from '../../../text/location.ts';
import { subWords } from '../../../text/location.ts';
import type { FieldErrorModel, FieldErrorOn } from '../model.ts';
import { problems } from '../problems.ts';
import { literalIn } from './literal.ts';

/** Reads a row of Field errors; one whose On is not shown words nothing. */
export function readFieldError(row: ContentRow, reading: Reading): FieldErrorModel | undefined {
  const [key, on, code] = [row.cell('Problem'), row.cell('On'), row.cell('Code')];
  if (key.kind !== 'value' || on.kind === 'not shown') return undefined;
  const words = itemsOf(key.text, ';', reading).map((item): Name => ({ value: plainText(item), span: item.span }));
  const message = row.prose('Message');
  return {
    problems: words,
    on: on.kind === 'value' ? itemsOf(on.text, ',', reading).map(placeOf) : [],
    ...(message === undefined ? {} : { message }),
    ...(code.kind === 'value' ? { code: { value: literalIn(code.text), span: code.span } } : {}),
    span: row.span,
  };
}

function itemsOf(text: CellText, mark: ';' | ',', reading: Reading): readonly CellText[] {
  const items = splitItems(text, mark);
  for (const item of items)
    if (item.tokens.length === 0) reading.problems.push(problems['empty-name'](item.span, mark));
  return items.filter((item) => item.tokens.length > 0);
}

/** `User.email`, `User`, `parameter limit`, `parameter limit of list User`. */
function placeOf({ tokens, span }: CellText): FieldErrorOn {
  const [first, second, third] = tokens;
  if (first!.text === 'parameter' && second !== undefined) {
    const parameter = nameOf(second);
    if (third?.text !== 'of' || tokens.length === 3) return { kind: 'parameter', parameter, span };
    return { kind: 'parameter', parameter, operation: joined(tokens.slice(3)), span };
  }
  const dot = first!.text.indexOf('.');
  if (tokens.length > 1 || dot <= 0) return { kind: 'holder', of: joined(tokens), span };
  const { words, text } = first!;
  const part = (from: number, to: number): Name => ({
    value: text.slice(from, to),
    span: subWords(words, from, to).span,
  });
  return { kind: 'field', of: part(0, dot), field: part(dot + 1, text.length), span };
}

function nameOf(token: Token): Name {
  return { value: token.text, span: token.span };
}

function joined(tokens: readonly Token[]): Name {
  const value = tokens.map((token, index) => (index > 0 && token.spaced ? ` ${token.text}` : token.text)).join('');
  return { value, span: { start: tokens[0]!.span.start, end: tokens.at(-1)!.span.end } };
}
