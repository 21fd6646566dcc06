import { withWords } from '../../../diagnostics/diagnostic.ts';
import type { CellText, Token } from '../../../markdown/cells/cell.ts';
import { toPlainString } from '../../../markdown/cells/cell-text.ts';
import type { ParseContext } from '../../../markdown/content.ts';
import { type Name, sliceSourceText } from '../../../text/location.ts';
import { findNearest } from '../../../text/nearest.ts';
import { diagnostics } from '../diagnostics.ts';
import type { SentIn } from '../model.ts';

const places = ['header', 'query', 'cookie'] as const;
const fieldName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Reads an item of Sent in: a header, a query parameter or a cookie. */
export function readCarrier(item: CellText, context: ParseContext): SentIn | undefined {
  const [where, name, word, more] = item.tokens as readonly [Token, ...Token[]];
  const place = places.find((candidate) => candidate === where.text);
  if (place === undefined) {
    context.diagnostics.push(diagnostics['sent-in'](where.span, where.text, findNearest(where.text, places)));
    return undefined;
  }
  if (name === undefined || more !== undefined || (word !== undefined && place !== 'header')) {
    context.diagnostics.push(diagnostics['sent-in'](item.span, toPlainString(item)));
    return undefined;
  }
  const colon = place === 'header' && name.text.endsWith(':');
  const bare: Name = colon
    ? { value: name.text.slice(0, -1), span: sliceSourceText(name.words, 0, name.text.length - 1).span }
    : { value: name.text, span: name.span };
  if (!fieldName.test(bare.value)) {
    context.diagnostics.push(diagnostics['carrier-name'](bare.span, place, bare.value));
    return undefined;
  }
  const carried = { in: place, name: bare, span: item.span } as const;
  if (place !== 'header') return carried;
  return readHeader(carried, colon, word === undefined ? undefined : { value: word.text, span: word.span }, context);
}

function readHeader(
  carried: SentIn,
  colon: boolean,
  word: Name | undefined,
  context: ParseContext,
): SentIn | undefined {
  const { name, span } = carried;
  const isAuthorization = name.value.toLowerCase() === 'authorization';
  if (!isAuthorization) {
    const near = findNearest(name.value, ['Authorization']);
    if (!colon && word === undefined) return carried;
    const suggestion = near === undefined ? `header ${name.value}` : `header ${near}: ${word?.value ?? 'Bearer'}`;
    context.diagnostics.push(withWords(diagnostics['only-authorization'](span, name.value), { suggestion }));
    return undefined;
  }
  if (word === undefined) {
    context.diagnostics.push(diagnostics['authorization-word'](span, `header ${name.value}: Bearer`));
    return undefined;
  }
  const fits = fieldName.test(word.value);
  if (!colon || !fits) {
    const suggestion = fits ? `header ${name.value}: ${word.value}` : undefined;
    context.diagnostics.push(
      diagnostics['sent-in'](span, `header ${name.value}${colon ? ':' : ''} ${word.value}`, suggestion),
    );
    return undefined;
  }
  return { ...carried, word };
}
