import { quoteInCell } from '../../../diagnostics/words.ts';
import type { Cell, CellText } from '../../../markdown/cells/cell.ts';
import { createCursor, splitItems, type TokenCursor, toPlainString } from '../../../markdown/cells/cell-text.ts';
import type { ContentRow, ContentTable, ParseContext } from '../../../markdown/content.ts';
import { markdown } from '../../../markdown/diagnostics.ts';
import { createRowReader } from '../../../markdown/records.ts';
import { locateSlice, type Name } from '../../../text/location.ts';
import { findNearest } from '../../../text/nearest.ts';
import { own } from '../../../text/own-property.ts';
import { isDottedUnicodeWord } from '../../../text/pattern.ts';
import { present } from '../../../text/present.ts';
import { diagnostics } from '../diagnostics.ts';
import { grammar } from '../grammar.ts';
import type { FilterOperator, MeansModel, ParameterModel } from '../model.ts';
import { getCodeWords, isHeaderName } from './words.ts';

/** How filters compare. */
export const operators: readonly FilterOperator[] = ['=', '!=', '<', '<=', '>', '>=', 'in', 'contains', 'starts with'];
const meant: Readonly<Record<string, string>> = {
  '==': '=',
  '<>': '!=',
  '=<': '<=',
  '=>': '>=',
  eq: '=',
  ne: '!=',
  lt: '<',
  le: '<=',
  lte: '<=',
  gt: '>',
  ge: '>=',
  gte: '>=',
  is: '=',
  like: 'contains',
};
const alone = ['page size', 'page number', 'after id', 'before id', 'cursor', 'offset', 'total', 'fields'] as const;
/** The words that the cell Maps to begins with. */
export const parameterWords = [...alone, 'filter', 'where', 'search', 'sort', 'expand', 'input'];
const meantWords: Readonly<Record<string, string>> = {
  page: 'page number',
  limit: 'page size',
  size: 'page size',
  'per page': 'page size',
  order: 'sort',
  query: 'search',
  include: 'expand',
  embed: 'expand',
};

/** Reads the rows of Parameter tables; one whose name cannot be understood is left out. */
export function readParameters(tables: readonly ContentTable[], context: ParseContext): ParameterModel[] {
  return readRows(tables, context).map(({ carrier, means, constraints, meaning, span }) => {
    return { ...carrier, ...present({ means, meaning }), constraints, span };
  });
}

const readRows = createRowReader(grammar, 'parameters', {
  carrier: readKey,
  means: readMeans,
});

function readKey(cell: Cell, context: ParseContext): Pick<ParameterModel, 'name' | 'in'> | undefined {
  if (cell.kind !== 'value') return undefined;
  const [first, second, third] = cell.text.tokens;
  if (first?.kind === 'word' && first.text === 'header' && second !== undefined) {
    if (third === undefined && second.kind !== 'mark' && isHeaderName(second.text)) {
      return { name: { value: second.text, span: second.span }, in: 'header' };
    }
    const span = { start: second.span.start, end: cell.span.end };
    context.diagnostics.push(diagnostics['header-name'](span, cell.text.words.text.slice(second.from)));
    return undefined;
  }
  const found = toPlainString(cell);
  const free = second === undefined && (first?.kind === 'code' || first?.kind === 'string');
  if ((free || isDottedUnicodeWord(found)) && found !== '' && found !== '__proto__') {
    return { name: { value: found, span: first!.span }, in: 'query' };
  }
  const suggestion = /^headers?[: ]+\S+$/i.test(found)
    ? found.replace(/^headers?[: ]+/i, 'header ')
    : found === '__proto__'
      ? undefined
      : quoteInCell(found.replace(/^\?/, ''));
  context.diagnostics.push(diagnostics['parameter-form'](cell.span, found, suggestion));
  return undefined;
}

function readMeans(cell: Cell, context: ParseContext, row: ContentRow): MeansModel | undefined {
  if (cell.kind !== 'value') return undefined;
  const { text } = cell;
  const cursor = createCursor(text);
  const { span } = text;
  const simple = alone.find((words) => cursor.take(words));
  if (simple !== undefined) return expectEnd(cursor, simple, context) ? { kind: simple, span } : undefined;
  const first = cursor.next()!;
  switch (first.kind === 'word' ? first.text : '') {
    case 'filter':
      return cursor.atEnd() ? filterByName(row, text, context) : readFilter(cursor, text, context);
    case 'where': {
      const code = cursor.next();
      if (code?.kind === 'code') {
        const cel = getCodeWords(code, 'condition', context);
        return cel !== undefined && expectEnd(cursor, 'where', context) ? { kind: 'where', cel, span } : undefined;
      }
      if (code === undefined) context.diagnostics.push(diagnostics['empty-code'](first.span, 'condition'));
      else {
        const from = { start: code.span.start, end: text.span.end };
        context.diagnostics.push(diagnostics['needs-code'](from, 'condition', text.words.text.slice(code.from)));
      }
      return undefined;
    }
    case 'search':
    case 'sort':
    case 'expand': {
      const kind = first.text as 'search' | 'sort' | 'expand';
      const fields = readFieldNames(cursor.rest(), kind, context);
      return fields.length === 0 ? undefined : { kind, fields, span };
    }
    case 'input': {
      const type = cursor.rest();
      if (type.tokens.length > 0) return { kind: 'input', type: type.words, span };
      context.diagnostics.push(diagnostics['input-type'](first.span));
      return undefined;
    }
  }
  const found = toPlainString(text);
  const whole = own(meantWords, found.toLowerCase()) ?? findNearest(found, parameterWords);
  const word = whole === undefined ? findNearest(first.text, parameterWords) : undefined;
  if (word === undefined) context.diagnostics.push(diagnostics['unknown-mapping'](span, found, whole));
  else context.diagnostics.push(diagnostics['unknown-mapping'](first.span, first.text, word));
  return undefined;
}

function expectEnd(cursor: TokenCursor, means: string, context: ParseContext): boolean {
  if (cursor.atEnd()) return true;
  const rest = cursor.rest();
  context.diagnostics.push(diagnostics['mapping-left-over'](rest.span, rest.words.text, means));
  return false;
}

function readField(cursor: TokenCursor, means: string, context: ParseContext): Name | undefined {
  const token = cursor.next();
  if (token !== undefined && token.kind !== 'mark') return { value: token.text, span: token.span };
  const span = token?.span ?? cursor.peek(-1)?.span ?? cursor.here();
  context.diagnostics.push(diagnostics['mapping-field'](span, means, token?.text ?? ''));
  return undefined;
}

function readFieldNames(rest: CellText, means: string, context: ParseContext): readonly Name[] {
  if (rest.tokens.length === 0) {
    const at = { start: rest.span.start - 1, end: rest.span.start };
    context.diagnostics.push(diagnostics['mapping-field'](at, means, ''));
    return [];
  }
  const fields: Name[] = [];
  for (const item of splitItems(rest, ',')) {
    const [only, more] = item.tokens;
    if (only === undefined) context.diagnostics.push(markdown['empty-item'](item.span, 'Maps to', ','));
    else if (more !== undefined || only.kind === 'mark') {
      context.diagnostics.push(diagnostics['mapping-field'](item.span, means, item.words.text));
    } else fields.push({ value: only.text, span: only.span });
  }
  return fields;
}

/** Reads `filter` alone: the field with the name of the parameter, by equality. */
function filterByName(row: ContentRow, { span }: CellText, context: ParseContext): MeansModel | undefined {
  const cell = row.cell('Parameter');
  const [name, more] = cell.kind === 'value' ? cell.text.tokens : [];
  if (name === undefined || more !== undefined || name.kind === 'mark') {
    context.diagnostics.push(diagnostics['mapping-field'](span, 'filter', ''));
    return undefined;
  }
  const path = name.kind === 'word' ? name.text.split('.') : [name.text];
  return { kind: 'filter', field: { value: path, span: name.span }, operator: '=', span };
}

function readFilter(cursor: TokenCursor, text: CellText, context: ParseContext): MeansModel | undefined {
  const token = cursor.peek();
  const field = readField(cursor, 'filter', context);
  if (field === undefined) return undefined;
  const path = token?.kind === 'word' ? field.value.split('.') : [field.value];
  const rest = cursor.rest();
  const found = toPlainString(rest);
  const operator = operators.find((filterOperator) => filterOperator === found);
  if (operator !== undefined && !path.includes('')) {
    return { kind: 'filter', field: { value: path, span: field.span }, operator, span: text.span };
  }
  if (path.includes('')) context.diagnostics.push(diagnostics['mapping-field'](field.span, 'filter', field.value));
  else if (found === '') {
    const joined = /^([\p{L}\p{N}_.-]+)([!<>=]+)$/u.exec(field.value);
    const suggestion = joined === null ? `${field.value} =` : `${joined[1]} ${meant[joined[2]!] ?? joined[2]}`;
    context.diagnostics.push(diagnostics['filter-operator'](field.span, '', suggestion));
  } else {
    const near = own(meant, found.toLowerCase()) ?? findNearest(found, operators);
    const span = locateSlice(rest.words, 0, rest.words.text.length);
    context.diagnostics.push(diagnostics['filter-operator'](span, found, near));
  }
  return undefined;
}
