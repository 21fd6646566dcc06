import { plainText, splitItems } from '../../markdown/cells/cell-text.ts';
import type { ContentFact, ContentRow, ContentTable, PartContent, Reading } from '../../markdown/content.ts';
import type { Name, Placed } from '../../text/location.ts';
import { isName, nameFrom } from '../../text/names.ts';
import type { CodeModel, ErrorsModel } from './model.ts';
import { problems } from './problems.ts';
import { readCondition } from './read/condition.ts';
import { readFieldError } from './read/fields.ts';
import { literalIn } from './read/literal.ts';

/** Reads the part Errors: its codes and the line Body, each mistake at its place. */
export function read(content: PartContent, reading: Reading): ErrorsModel {
  const tables = content.tables.filter((table) => table.grammar.name === 'codes');
  const fieldErrors = content.tables.filter((table) => table.grammar.name === 'field errors');
  const fact = content.facts.find(({ name }) => name === 'Body');
  const body = fact === undefined ? undefined : readBody(fact, reading);
  const columns = new Map<string, Name>();
  for (const table of tables) {
    for (const title of table.own) {
      if (!columns.has(title.text)) columns.set(title.text, { value: title.text, span: title.span });
    }
  }
  return {
    codes: tables.flatMap((table) => table.rows.flatMap((row) => readCode(table, row, reading) ?? [])),
    fields: fieldErrors.flatMap((table) => table.rows.flatMap((row) => readFieldError(row, reading) ?? [])),
    ...(body === undefined ? {} : { body }),
    columns: [...columns.values()],
  };
}

function readBody({ value }: ContentFact, reading: Reading): ErrorsModel['body'] {
  if (value.kind !== 'value') return undefined;
  const [first, second] = value.text.tokens;
  if (first?.kind === 'code' && second === undefined) return { kind: 'shape', words: first.words };
  const found = plainText(value);
  if (found === 'problem details') return { kind: 'problem details', span: value.span };
  reading.problems.push(problems.body(value.span, value.text.words.text));
  return undefined;
}

function readCode(table: ContentTable, row: ContentRow, reading: Reading): CodeModel | undefined {
  const key = row.cell('Code');
  if (key.kind !== 'value') return undefined;
  const code = { value: plainText(key), span: key.span };
  if (!isName(code.value, 'code') || code.value === 'clamp') {
    const suggestion = code.value === 'clamp' ? undefined : nameFrom(code.value, 'code');
    reading.problems.push(problems.name(code.span, code.value, suggestion));
  }
  const status = readStatus(row, reading);
  const condition = row.cell('Condition');
  const items = condition.kind === 'value' ? splitItems(condition.text, ';') : [];
  const conditions = items.flatMap((item) => readCondition(item, reading) ?? []);
  const message = row.prose('Message');
  const meaning = row.prose('Meaning');
  const field = row.cell('Field');
  return {
    code,
    ...(status === undefined ? {} : { status }),
    conditions,
    ...(conditions.length === items.length ? {} : { unread: true }),
    ...(message === undefined ? {} : { message }),
    ...(meaning === undefined ? {} : { meaning }),
    ...(field.kind === 'value' ? { field: { value: plainText(field), span: field.span } } : {}),
    own: readOwn(table, row),
    span: row.span,
  };
}

function readStatus(row: ContentRow, reading: Reading): Placed<number> | undefined {
  const cell = row.cell('Status');
  if (cell.kind !== 'value') return undefined;
  const text = plainText(cell);
  if (/^[1-9][0-9]{2}$/.test(text)) return { value: Number(text), span: cell.span };
  reading.problems.push(problems.status(cell.span, text));
  return undefined;
}

function readOwn(table: ContentTable, row: ContentRow): ReadonlyMap<string, Placed<unknown>> {
  const own = new Map<string, Placed<unknown>>();
  for (const { text } of table.own) {
    const cell = row.cell(text);
    if (cell.kind === 'value') own.set(text, { value: literalIn(cell.text), span: cell.span });
  }
  return own;
}
