import type { CellText } from '../../../markdown/cells/cell.ts';
import { parseLiteral } from '../../../markdown/cells/literal.ts';
import type { Literal } from '../model.ts';

/** Reads a literal; an integer that a number cannot hold exactly is a BigInt. Undefined where the words are none. */
export function readLiteral(text: CellText): Literal | undefined {
  const literal = parseLiteral(text);
  if (literal === undefined) return undefined;
  const { value, span } = literal;
  const wide = typeof value === 'number' && /^-?\d+$/.test(literal.text) && !Number.isSafeInteger(value);
  return { value: wide ? BigInt(literal.text) : value, span };
}
