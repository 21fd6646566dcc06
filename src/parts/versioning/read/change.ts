import type { Cell } from '../../../markdown/cells/cell.ts';
import { toPlainString } from '../../../markdown/cells/cell-text.ts';
import { readItems } from '../../../markdown/cells/readers.ts';
import type { ContentRow, ContentTable, ParseContext } from '../../../markdown/content.ts';
import { createRowReader, hasCell } from '../../../markdown/records.ts';
import type { SourceText } from '../../../text/location.ts';
import { diagnostics } from '../diagnostics.ts';
import { grammar } from '../grammar.ts';
import type { ChangeModel, ChangeVerb } from '../model.ts';
import { changeForms, changeVerbs } from '../words.ts';
import { readOldRequests, readOldResponses } from './older.ts';
import { readWhere } from './where.ts';

/** Reads the rows of the table Changes; one whose kind is not known is left out. */
export function readChanges(tables: readonly ContentTable[], context: ParseContext): readonly ChangeModel[] {
  return readRows(tables, context).filter((row) => hasCell(row, 'change'));
}

const readRows = createRowReader(grammar, 'changes', {
  change: diagnostics['unknown-change'],
  where: (cell, context, row) => {
    const verb = readVerb(row);
    return cell.kind === 'value' && verb !== undefined ? readWhere(cell.text, verb, context) : undefined;
  },
  before: readBefore,
  oldResponses: readOldResponses,
  oldRequests: readOldRequests,
});

function readVerb(row: ContentRow): ChangeVerb | undefined {
  const found = toPlainString(row.cell('Change'));
  return changeVerbs.find((verb) => verb === found);
}

function readBefore(cell: Cell, context: ParseContext, row: ContentRow): readonly SourceText[] {
  const verb = readVerb(row);
  if (cell.kind !== 'value' || verb === undefined) return [];
  if (changeForms[verb].prose === true) return [cell.text.words];
  return readItems(cell, ';', ({ words }) => words, 'Before', diagnostics['empty-item'], context);
}
