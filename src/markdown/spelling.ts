import { splitItems } from './cells/cell-text.ts';
import { createCellText } from './cells/tokens.ts';
import type { ItemMove, ValueGrammar } from './grammar.ts';

/** Returns a value without the code spans that the language does not have there. */
export function unwrapCode(value: string, which: ValueGrammar['unwrapped']): string {
  if (which === 'any') return value.replaceAll('`', '');
  return which === 'whole' ? value.replace(/^`([^`]+)`$/, '$1') : value;
}

/** Returns the cells of a row, by their titles, with the item in the column to which it belongs. */
export function moveItem(
  cells: Readonly<Record<string, string>>,
  { item: words, from, into, over }: ItemMove,
): Readonly<Record<string, string>> {
  const { [from]: text = '', [into]: target = '' } = cells;
  const items = splitItems(createCellText({ text, span: { start: 0, end: text.length } }), ';');
  const isMoved = target === over || target === `${over} or null`;
  const found = isMoved ? items.find((item) => item.words.text.startsWith(words)) : undefined;
  if (found === undefined) return cells;
  const others = items.filter((item) => item !== found).map((item) => item.words.text.trim());
  return { ...cells, [into]: target.replace(over, () => found.words.text), [from]: others.join('; ') };
}
