import type { CellText } from '../../markdown/cells/cell.ts';
import { plainText, splitItems } from '../../markdown/cells/cell-text.ts';
import type { ContentRow, PartContent, Reading } from '../../markdown/content.ts';
import type { Name } from '../../text/location.ts';
import { isName, nameFrom } from '../../text/names.ts';
import { isWrong, limitKind } from './kinds/index.ts';
import type { LimitModel, LimitsModel } from './model.ts';
import { problems, toldInHeaders } from './problems.ts';

/** Reads the part Limits: the line Told in and the rows of its table; what is not understood is a problem at its place. */
export function read(content: PartContent, reading: Reading): LimitsModel {
  const toldIn = content.facts.flatMap((fact) =>
    fact.name === 'Told in' && fact.value.kind === 'value' ? readToldIn(fact.value.text, reading) : [],
  );
  const rows = content.tables.filter((table) => table.grammar.name === 'limits').flatMap((table) => table.rows);
  return { toldIn, limits: rows.flatMap((row) => readLimit(row, reading) ?? []) };
}

function readToldIn(text: CellText, reading: Reading): Name[] {
  const names: Name[] = [];
  for (const name of namesOf(text, 'Told in', reading)) {
    if (!toldInHeaders.includes(name.value)) reading.problems.push(problems['told-in'](name.span, name.value));
    else if (names.some((other) => other.value === name.value)) {
      reading.problems.push(problems['told-in-twice'](name.span, name.value));
    } else names.push(name);
  }
  return names;
}

function readLimit(row: ContentRow, reading: Reading): LimitModel | undefined {
  const key = row.cell('Limit');
  if (key.kind !== 'value') return undefined;
  const name = { value: plainText(key), span: key.span };
  if (!isName(name.value, 'lower')) {
    reading.problems.push(problems.name(name.span, name.value, nameFrom(name.value, 'lower')));
  }
  const kind = readKind(row, reading);
  const applies = row.cell('Applies to');
  const per = readPer(row, reading);
  // a limit counted by something that is not shown is off: without a value nothing holds it
  const off = kind === undefined || row.cell('Per').kind === 'not shown';
  const value = off ? undefined : readValue(row, kind.value, reading);
  const beyond = readBeyond(row);
  return {
    name,
    ...(kind === undefined ? {} : { kind }),
    appliesTo: applies.kind === 'value' ? namesOf(applies.text, 'Applies to', reading) : [],
    ...(per === undefined ? {} : { per }),
    ...(value === undefined ? {} : { value }),
    ...(beyond === undefined ? {} : { beyond }),
    span: row.span,
  };
}

function readKind(row: ContentRow, reading: Reading): Name | undefined {
  const cell = row.cell('Kind');
  if (cell.kind !== 'value') return undefined;
  const found = plainText(cell);
  if (limitKind(found) !== undefined) return { value: found, span: cell.span };
  reading.problems.push(problems['unknown-kind'](cell.span, found));
  return undefined;
}

function readPer(row: ContentRow, reading: Reading): LimitModel['per'] {
  const cell = row.cell('Per');
  if (cell.kind !== 'value') return undefined;
  const found = plainText(cell);
  if (found === 'credential' || found === 'address') return { value: found, span: cell.span };
  const attribute = /^caller\.([A-Za-z_][A-Za-z0-9_]*)$/.exec(found)?.[1];
  if (attribute !== undefined) return { value: { attribute }, span: cell.span };
  reading.problems.push(problems.per(cell.span, found));
  return undefined;
}

function readValue(row: ContentRow, kindName: string, reading: Reading): LimitModel['value'] {
  const cell = row.cell('Value');
  const kind = limitKind(kindName);
  if (cell.kind !== 'value' || kind === undefined) return undefined;
  const value = kind.read(cell.text);
  if (!isWrong(value)) return { value, span: cell.span, text: cell.text.words.text };
  reading.problems.push(problems.value(value.span, kind.name, kind.form, value.wrong, value.suggestion));
  return undefined;
}

function readBeyond(row: ContentRow): Name | undefined {
  const cell = row.cell('Beyond it');
  if (cell.kind !== 'value') return undefined;
  return { value: plainText(cell), span: cell.span };
}

function namesOf(text: CellText, column: string, reading: Reading): Name[] {
  const names: Name[] = [];
  for (const item of splitItems(text, ',')) {
    if (item.tokens.length > 0) names.push({ value: plainText(item), span: item.span });
    else reading.problems.push(problems['empty-item'](item.span, column));
  }
  return names;
}
