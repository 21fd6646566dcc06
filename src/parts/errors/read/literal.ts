import type { Cell, CellText } from '../../../markdown/cells/cell.ts';
import { parseLiteral } from '../../../markdown/cells/literal.ts';
import type { Located } from '../../../text/location.ts';

/** Reads a literal: JSON, else its text; so is a number that readers of JSON could not hold exactly. */
export function readLiteral(cell: Cell): Located<unknown> | undefined {
  return cell.kind === 'value' ? { value: parseLiteralOrString(cell.text), span: cell.span } : undefined;
}

function parseLiteralOrString(text: CellText): unknown {
  const value = parseLiteral(text)?.value;
  if (value !== undefined && !(Math.abs(Number(value)) > Number.MAX_SAFE_INTEGER)) return value;
  const shown = text.tokens.map((token) => {
    const own = token.kind === 'code' ? token.text : text.words.text.slice(token.from, token.to);
    return token.spaced ? ` ${own}` : own;
  });
  return shown.join('').trimStart();
}
