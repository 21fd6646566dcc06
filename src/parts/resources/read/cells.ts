import type { Cell } from '../../../markdown/cells/cell.ts';
import { toPlainString } from '../../../markdown/cells/cell-text.ts';
import type { ContentRow, ParseContext } from '../../../markdown/content.ts';
import type { Name } from '../../../text/location.ts';
import { isDottedUnicodeWord, isUnicodeWord } from '../../../text/pattern.ts';
import { diagnostics } from '../diagnostics.ts';
import type { FieldModel } from '../model.ts';
import { readConstraints } from './constraint-words.ts';
import { findListedValues } from './listed-values.ts';
import { readType } from './type-words.ts';

type NameReader = (cell: Cell, context: ParseContext) => Name | undefined;

/** Makes a reader that keeps a name of another form: what is below it is still about something. */
export function readKeptName(read: NameReader): (cell: Cell, context: ParseContext) => Name {
  return (cell, context) => read(cell, context) ?? { value: toPlainString(cell), span: cell.span };
}

/** Reads the type of a field; the values of a `string` may be in Constraints. */
export function readTypeCell(cell: Cell, context: ParseContext, row: ContentRow): FieldModel['type'] {
  if (cell.kind !== 'value') return undefined;
  const values = findListedValues(cell, row.cell('Constraints'));
  const { type, diagnostics } = readType((values ?? cell.text).words);
  context.diagnostics.push(...diagnostics);
  return type && values ? { ...type, nullable: toPlainString(cell).endsWith(' or null') } : type;
}

/** Reads the constraints of a field. */
export function readConstraintsCell(cell: Cell, context: ParseContext, row: ContentRow): FieldModel['constraints'] {
  if (cell.kind !== 'value') return [];
  const values = findListedValues(row.cell('Type'), cell);
  const { constraints, diagnostics } = readConstraints(cell.text.words, values?.span);
  context.diagnostics.push(...diagnostics);
  return constraints;
}

/** Reads the tag of a case: letters, digits, `_`, `-` and `.`, or anything in quotes or a code span. */
export function readTag(cell: Cell, context: ParseContext): Name | undefined {
  const tag = readSingleToken(cell, context);
  if (tag?.kind === 'word' && !isDottedUnicodeWord(tag.name.value)) {
    context.diagnostics.push(diagnostics['tag-form'](tag.name.span, tag.name.value));
  }
  return tag?.name;
}

function readSingleToken(
  cell: Cell,
  context: ParseContext,
): { readonly name: Name; readonly kind: string } | undefined {
  if (cell.kind !== 'value') return undefined;
  const [token, second] = cell.text.tokens;
  if (token === undefined || second !== undefined || token.kind === 'mark') {
    context.diagnostics.push(diagnostics['one-name'](cell.span, cell.text.words.text));
    return undefined;
  }
  return { name: { value: token.text, span: token.span }, kind: token.kind };
}

/** Reads the name of a field: as it travels, in a code span unless it is of letters, digits and `_`. */
export function readFieldName(cell: Cell, context: ParseContext): Name | undefined {
  if (cell.kind !== 'value') return undefined;
  const { tokens, words } = cell.text;
  const [token, second] = tokens;
  if (token !== undefined && second === undefined && token.kind === 'code')
    return { value: token.text, span: token.span };
  if (second === undefined && isUnicodeWord(words.text)) return { value: words.text, span: words.span };
  context.diagnostics.push(diagnostics['field-name-form'](words.span, toPlainString(cell)));
  return undefined;
}
