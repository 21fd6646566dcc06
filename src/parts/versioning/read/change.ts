import { plainText, splitItems } from '../../../markdown/cells/cell-text.ts';
import type { ContentRow, ParseContext } from '../../../markdown/content.ts';
import type { SourceText } from '../../../text/location.ts';
import { present } from '../../../text/present.ts';
import type { ChangeModel, ChangeVerb } from '../model.ts';
import { problems } from '../problems.ts';
import { changeForms, changeVerbs } from '../words.ts';
import { readOlderCallers, readOlderRequests } from './older.ts';
import { readWhere } from './where.ts';

/** Reads a row of the table Changes; a kind that is not known is a problem and the row is left out. */
export function readChange(row: ContentRow, context: ParseContext): ChangeModel | undefined {
  const version = row.cell('Version');
  const change = row.cell('Change');
  if (version.kind !== 'value' || change.kind !== 'value') return undefined;
  const found = plainText(change);
  const verb = changeVerbs.find((candidate) => candidate === found);
  if (verb === undefined) {
    context.problems.push(problems['unknown-change'](change.span, found));
    return undefined;
  }
  const where = row.cell('Where');
  const at = where.kind === 'value' ? readWhere(where.text, verb, context) : undefined;
  const olderCallers = readOlderCallers(row.cell('Older callers'), context);
  const olderRequests = readOlderRequests(row.cell('Older requests'), context);
  const meaning = row.prose('Meaning');
  return {
    version: { value: plainText(version), span: version.span },
    change: { value: verb, span: change.span },
    ...present({ where: at }),
    before: readBefore(row, verb, context),
    ...present({ olderCallers, olderRequests, meaning }),
    span: row.span,
  };
}

function readBefore(row: ContentRow, verb: ChangeVerb, context: ParseContext): readonly SourceText[] {
  const cell = row.cell('Before');
  if (cell.kind !== 'value') return [];
  if (changeForms[verb].prose === true) return [cell.text.words];
  const items: SourceText[] = [];
  for (const item of splitItems(cell.text, ';')) {
    if (item.tokens.length > 0) items.push(item.words);
    else context.problems.push(problems['empty-item'](item.span, 'Before'));
  }
  return items;
}
