import type { Cell } from '../../../markdown/cells/cell.ts';
import { readText } from '../../../markdown/cells/readers.ts';
import type { ParseContext } from '../../../markdown/content.ts';
import { type Name, type SourceText, sliceSourceText } from '../../../text/location.ts';
import { present } from '../../../text/present.ts';
import type { TypeModel } from '../../resources/model.ts';
import { readType } from '../../resources/read/type-words.ts';
import { diagnostics } from '../diagnostics.ts';
import type { AttributeModel } from '../model.ts';

const form = /^[A-Za-z_][A-Za-z0-9_]{0,199}$/;
const always = new Set(['id', 'scopes', 'scheme', '__proto__']);

/** Reads the name of an attribute; one of another form is a diagnostic and stays. */
export function readAttribute(cell: Cell, context: ParseContext): Name | undefined {
  const name = readText(cell);
  if (name === undefined || (form.test(name.value) && !always.has(name.value))) return name;
  const suggestion = name.value
    .slice(0, 100)
    .replace(/^caller\./, '')
    .replace(/[^A-Za-z0-9_]+/g, '_');
  const usable = form.test(suggestion) && !always.has(suggestion);
  context.diagnostics.push(diagnostics['attribute-name'](name.span, name.value, usable ? suggestion : undefined));
  return name;
}

/** Reads the type of an attribute, which a token can hold, or the field whose values it has: `User.role`. */
export function readAttributeType(
  cell: Cell,
  context: ParseContext,
): Pick<AttributeModel, 'type' | 'from'> | undefined {
  if (cell.kind !== 'value') return undefined;
  const from = readField(cell.text.words);
  if (from !== undefined) return { from };
  const { type, diagnostics: found } = readType(cell.text.words);
  context.diagnostics.push(...found);
  if (type === undefined || isPlain(type)) return present({ type });
  context.diagnostics.push(diagnostics['attribute-type'](type.span, cell.text.words.text));
  return undefined;
}

function readField(words: SourceText): AttributeModel['from'] {
  const [, resource = '', field] = /^([A-Z][A-Za-z0-9_]*)\.([A-Za-z_][A-Za-z0-9_]*)$/.exec(words.text) ?? [];
  if (field === undefined) return undefined;
  const name = (from: number, to: number): Name => {
    const { text, span } = sliceSourceText(words, from, to);
    return { value: text, span };
  };
  return { resource: name(0, resource.length), field: name(resource.length + 1, words.text.length) };
}

function isPlain(type: TypeModel): boolean {
  if (type.nullable || ('format' in type && type.format !== undefined)) return false;
  if (type.kind === 'list') return type.item.kind !== 'list' && isPlain(type.item);
  return (
    type.kind === 'one of' ||
    type.kind === 'string' ||
    type.kind === 'integer' ||
    type.kind === 'number' ||
    type.kind === 'boolean'
  );
}
