import type { Service } from '../../parts/service.ts';
import type { NamedSymbol } from '../symbols.ts';
import type { ModuleText } from './module-text.ts';
import { type CodePlace, placeInString } from './places.ts';
import { findStateField } from './states.ts';
import type { Member } from './syntax.ts';

/** Finds a field or a state in the options `where` and `order` of a reading method of the store. */
export function findQueryPlaces(
  { tokens, source }: ModuleText,
  service: Service,
  symbol: NamedSymbol,
  options: readonly Member[],
): readonly CodePlace[] {
  return options.flatMap(({ name: option, value }): CodePlace[] => {
    const token = value === undefined ? undefined : tokens[value];
    if (token?.kind !== 'string') return [];
    const spans =
      option === 'where'
        ? findInCondition(service, symbol, token.text)
        : option === 'order'
          ? findInOrder(symbol, token.text)
          : [];
    return spans.flatMap((start) => placeInString(source, token, start, symbol.name.length) ?? []);
  });
}

/** The words of a condition, its texts, and its operators. */
const pieces = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[A-Za-z_]\w*(?:\s*\.\s*[A-Za-z_]\w*)*|[=!]=|\S/g;

function findInCondition(service: Service, symbol: NamedSymbol, text: string): readonly number[] {
  const found = [...text.matchAll(pieces)].map((match) => ({ text: match[0], start: match.index }));
  if (symbol.kind === 'state') {
    const field = findStateField(service, symbol);
    return found.flatMap((piece, at) => {
      const isState = piece.text === `"${symbol.name}"` || piece.text === `'${symbol.name}'`;
      const operator = found[at - 1]?.text ?? '';
      return isState && /^[=!]=$/.test(operator) && found[at - 2]?.text === field ? [piece.start + 1] : [];
    });
  }
  // A name before `(` is a function, one after a comma or bracket may be the variable of a macro: both stay unclear there.
  const isMacro = /\.\s*(?:exists|all|filter|map|exists_one)\s*\(/.test(text);
  return found.flatMap((piece, at) => {
    const root = piece.text.split(/\s*\./)[0];
    return root === symbol.name && found[at + 1]?.text !== '(' && !isMacro ? [piece.start] : [];
  });
}

function findInOrder({ kind, name }: NamedSymbol, text: string): readonly number[] {
  if (kind !== 'field') return [];
  return [...text.matchAll(/(^|,\s*)(\w+)/g)].flatMap((match) =>
    match[2] === name ? [match.index + match[1]!.length] : [],
  );
}
