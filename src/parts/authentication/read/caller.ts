import { plainText } from '../../../markdown/cells/cell-text.ts';
import type { ContentRow, Reading } from '../../../markdown/content.ts';
import type { TypeModel } from '../../resources/model.ts';
import { readType } from '../../resources/read/type-words.ts';
import type { AttributeModel } from '../model.ts';
import { problems } from '../problems.ts';

const form = /^[A-Za-z_][A-Za-z0-9_]{0,199}$/;
const always = new Set(['id', 'scopes', '__proto__']);

/** Reads a row of the table Caller: an attribute and the type of its value. */
export function readCaller(row: ContentRow, reading: Reading): AttributeModel | undefined {
  const key = row.cell('Attribute');
  if (key.kind !== 'value') return undefined;
  const name = { value: plainText(key), span: key.span };
  if (!form.test(name.value) || always.has(name.value)) {
    const suggestion = name.value
      .slice(0, 100)
      .replace(/^caller\./, '')
      .replace(/[^A-Za-z0-9_]+/g, '_');
    const usable = form.test(suggestion) && !always.has(suggestion);
    reading.problems.push(problems['attribute-name'](name.span, name.value, usable ? suggestion : undefined));
  }
  const type = readAttributeType(row, reading);
  const meaning = row.prose('Meaning');
  return {
    name,
    ...(type === undefined ? {} : { type }),
    ...(meaning === undefined ? {} : { meaning }),
    span: row.span,
  };
}

function readAttributeType(row: ContentRow, reading: Reading): TypeModel | undefined {
  const cell = row.cell('Type');
  if (cell.kind !== 'value') return undefined;
  const { type, problems: found } = readType(cell.text.words);
  reading.problems.push(...found);
  if (type === undefined || isPlain(type)) return type;
  reading.problems.push(problems['attribute-type'](type.span, cell.text.words.text));
  return undefined;
}

function isPlain(type: TypeModel): boolean {
  if (type.nullable) return false;
  if (type.kind === 'list') return type.item.kind !== 'list' && isPlain(type.item);
  return (
    type.kind === 'one of' ||
    type.kind === 'string' ||
    type.kind === 'integer' ||
    type.kind === 'number' ||
    type.kind === 'boolean'
  );
}
