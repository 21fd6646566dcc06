import type { Cell } from '../../../markdown/cells/cell.ts';
import { toPlainString } from '../../../markdown/cells/cell-text.ts';
import type { ParseContext } from '../../../markdown/content.ts';
import { createRowReader } from '../../../markdown/records.ts';
import type { Name } from '../../../text/location.ts';
import { findNearest } from '../../../text/nearest.ts';
import { diagnostics } from '../diagnostics.ts';
import { grammar } from '../grammar.ts';
import type { PreconditionModel } from '../model.ts';
import { preconditions } from '../words.ts';
import { isHeaderName } from './words.ts';

/** Reads the rows of the Idempotency table. */
export const readIdempotency = createRowReader(grammar, 'idempotency', {
  header: readKey,
  keptFor: diagnostics['kept-for'],
  whenAbsent: diagnostics['when-absent'],
});

/** Reads the rows of the Preconditions table. */
export const readPreconditions = createRowReader(grammar, 'preconditions', {
  header: readCondition,
  whenAbsent: diagnostics['when-absent'],
});

function readKey(cell: Cell, context: ParseContext): Name | undefined {
  if (cell.kind !== 'value') return undefined;
  const [word, name, more] = cell.text.tokens;
  const well = word?.text === 'header' && name !== undefined && more === undefined && name.kind !== 'mark';
  if (well && isHeaderName(name.text)) return { value: name.text, span: name.span };
  const found = toPlainString(cell);
  const suggestion = isHeaderName(found) && found !== 'header' ? `header ${found}` : undefined;
  context.diagnostics.push(diagnostics['key-form'](cell.span, found, suggestion));
  return undefined;
}

function readCondition(cell: Cell, context: ParseContext): PreconditionModel['header'] {
  if (cell.kind !== 'value') return undefined;
  const found = toPlainString(cell);
  const header = preconditions.find((name) => `header ${name}`.toLowerCase() === found.toLowerCase());
  if (header !== undefined && found.startsWith('header ')) return { value: header, span: cell.span };
  const near = findNearest(found.replace(/^header\s*/i, ''), preconditions);
  context.diagnostics.push(diagnostics['condition-form'](cell.span, found, near && `header ${near}`));
  return undefined;
}
