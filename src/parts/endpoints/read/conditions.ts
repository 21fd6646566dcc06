import type { Cell } from '../../../markdown/cells/cell.ts';
import { plainText } from '../../../markdown/cells/cell-text.ts';
import type { ContentRow, ParseContext } from '../../../markdown/content.ts';
import { durationOf, durationWords } from '../../../text/duration.ts';
import { type Located, type Name, spanIn } from '../../../text/location.ts';
import { nearest } from '../../../text/nearest.ts';
import { present } from '../../../text/present.ts';
import type { IdempotencyModel, PreconditionModel } from '../model.ts';
import { problems } from '../problems.ts';
import { choiceOf, isHeaderName, namesOf } from './words.ts';

const whenAbsent = ['allowed', 'refused'] as const;
const conditions = ['If-Match', 'If-None-Match'] as const;

/** Reads a row of the Idempotency table. */
export function readIdempotency(row: ContentRow, context: ParseContext): IdempotencyModel {
  const header = readKey(row.cell('Key'), context);
  const keptFor = readTime(row.cell('Kept for'), context);
  const absent = choiceOf(row.cell('When absent'), whenAbsent, problems['when-absent'], context);
  return {
    operations: namesOf(row.cell('Operations'), context),
    ...present({ header, keptFor, whenAbsent: absent }),
    span: row.span,
  };
}

/** Reads a row of the Preconditions table. */
export function readPrecondition(row: ContentRow, context: ParseContext): PreconditionModel {
  const header = readCondition(row.cell('Condition'), context);
  const absent = choiceOf(row.cell('When absent'), whenAbsent, problems['when-absent'], context);
  return {
    operations: namesOf(row.cell('Operations'), context),
    ...present({ header, whenAbsent: absent }),
    span: row.span,
  };
}

function readKey(cell: Cell, context: ParseContext): Name | undefined {
  if (cell.kind !== 'value') return undefined;
  const [word, name, more] = cell.text.tokens;
  const well = word?.text === 'header' && name !== undefined && more === undefined && name.kind !== 'mark';
  if (well && isHeaderName(name.text)) return { value: name.text, span: name.span };
  const found = plainText(cell);
  const suggestion = isHeaderName(found) && found !== 'header' ? `header ${found}` : undefined;
  context.problems.push(problems['key-form'](cell.span, found, suggestion));
  return undefined;
}

function readTime(cell: Cell, context: ParseContext): Located<number> | undefined {
  if (cell.kind !== 'value') return undefined;
  const found = plainText(cell);
  const read = durationOf(found);
  if ('milliseconds' in read) return { value: read.milliseconds, span: cell.span };
  const { words } = cell.text;
  const exact = words.text === found;
  const span = exact ? spanIn(words, read.from, read.to) : cell.span;
  const wrong = exact ? found.slice(read.from, read.to) : found;
  const joined = /^([1-9][0-9]*)(s|min|h|d|w)$/.exec(found);
  const units: Readonly<Record<string, string>> = { s: 'seconds', min: 'minutes', h: 'hours', d: 'days', w: 'weeks' };
  const suggestion = joined === null ? nearest(wrong, durationWords) : `${joined[1]} ${units[joined[2]!]}`;
  context.problems.push(problems['kept-for'](span, wrong, suggestion));
  return undefined;
}

function readCondition(cell: Cell, context: ParseContext): PreconditionModel['header'] | undefined {
  if (cell.kind !== 'value') return undefined;
  const found = plainText(cell);
  const header = conditions.find((name) => `header ${name}`.toLowerCase() === found.toLowerCase());
  if (header !== undefined && found.startsWith('header ')) return { value: header, span: cell.span };
  const near = nearest(found.replace(/^header\s*/i, ''), conditions);
  context.problems.push(problems['condition-form'](cell.span, found, near && `header ${near}`));
  return undefined;
}
