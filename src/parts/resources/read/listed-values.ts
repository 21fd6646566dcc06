import type { Cell, CellText } from '../../../markdown/cells/cell.ts';
import { splitItems, toPlainString } from '../../../markdown/cells/cell-text.ts';

/** Returns the `one of …` that is in the Constraints of a string, where many write it; `nonet fmt` moves it to Type. */
export function findListedValues(type: Cell, constraints: Cell): CellText | undefined {
  const isString = type.kind === 'value' && /^string(?: or null)?$/.test(toPlainString(type));
  if (!isString || constraints.kind !== 'value') return undefined;
  return splitItems(constraints.text, ';').find(({ words }) => words.text.startsWith('one of '));
}
