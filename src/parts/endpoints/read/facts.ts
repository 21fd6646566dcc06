import type { Cell, CellText } from '../../../markdown/cells/cell.ts';
import { splitItems, toPlainString } from '../../../markdown/cells/cell-text.ts';
import { toItemName } from '../../../markdown/cells/readers.ts';
import { createCellText } from '../../../markdown/cells/tokens.ts';
import type { ParseContext } from '../../../markdown/content.ts';
import { createFactReader } from '../../../markdown/records.ts';
import { type Located, sliceSourceText } from '../../../text/location.ts';
import { findNearest } from '../../../text/nearest.ts';
import { diagnostics } from '../diagnostics.ts';
import { grammar } from '../grammar.ts';
import type { OperationModel, OrderItem } from '../model.ts';
import { readLists } from './lists.ts';

/** Reads the fact lines of the part. */
export const readFacts = createFactReader(grammar, 'part', {
  baseUrl: readBase,
  unknownFields: diagnostics['unknown-fields'],
  lists: readLists,
  allowedOrigins: readOrigin,
});

/** Reads the fact lines of an operation. */
export const readFactsOfOperation = createFactReader(grammar, 'subject', {
  order: readOrder,
  record: readRecord,
  ends: diagnostics.ends,
  present: readMember,
  presentCode: readMember,
  signedLinks: diagnostics['signed-links'],
  resumable: diagnostics['resumable-uploads'],
});

function readBase(cell: Cell, context: ParseContext): Located<string> | undefined {
  if (cell.kind !== 'value') return undefined;
  const { span } = cell;
  const found = toPlainString(cell);
  if (found === '{base_url}') return { value: found, span };
  const url = parseUrl(found);
  const known = url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (known && !/[?#\s]/.test(found)) return { value: found, span };
  const suggestion = known
    ? `${url.origin}${url.pathname === '/' ? '' : url.pathname}`
    : (findNearest(found, ['{base_url}']) ??
      (parseUrl(`https://${found}`)?.host === found ? `https://${found}` : undefined));
  context.diagnostics.push(diagnostics['base-address'](span, found, suggestion));
  return undefined;
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function readOrigin(item: CellText, context: ParseContext): Located<string> | undefined {
  const { value, span } = toItemName(item);
  const url = parseUrl(value);
  const known = url !== undefined && /^https?:$/.test(url.protocol);
  if (value === 'anywhere' || (known && url.origin === value)) return { value, span };
  const suggestion = known ? url.origin : value === '*' ? 'anywhere' : findNearest(value, ['anywhere']);
  context.diagnostics.push(diagnostics.origin(span, value, suggestion));
  return undefined;
}

function readOrder(cell: Cell, context: ParseContext): OperationModel['order'] {
  return cell.kind === 'value' ? readOrderText(cell.text, context) : undefined;
}

/** Reads an order: `due_on, -total`, also in code spans. */
export function readOrderText(text: CellText, context: ParseContext): NonNullable<OperationModel['order']> {
  const items = splitItems(text, ',').flatMap(listOrderItems);
  return { items: items.flatMap((item) => readOrderItem(item, context) ?? []), span: text.span };
}

/** The items in a code span, or the item. */
function listOrderItems(item: CellText): readonly CellText[] {
  const [token, ...others] = item.tokens;
  return token?.kind === 'code' && others.length === 0 ? splitItems(createCellText(token.words), ',') : [item];
}

/** Reads a field of an order; with a minus before it, descending. */
function readOrderItem(item: CellText, context: ParseContext): OrderItem | undefined {
  const [field, word] = item.tokens;
  if (field === undefined || field.kind === 'mark') {
    context.diagnostics.push(diagnostics['order-form'](item.span, field?.text ?? ''));
    return undefined;
  }
  const signed = field.kind === 'word' && /^[-+]./.test(field.text);
  const bare = signed ? field.text.slice(1) : field.text;
  if (word === undefined && !field.text.startsWith('+')) {
    const { text, span } = signed ? sliceSourceText(field.words, 1, field.words.text.length) : { ...field };
    return { field: { value: text, span }, descending: signed };
  }
  if (word === undefined) {
    context.diagnostics.push(diagnostics['order-form'](field.span, field.text, bare));
    return undefined;
  }
  const end = item.tokens[item.tokens.length - 1]!.span.end;
  const [by = ''] = /^(?:(?:sort|order)(?:ed)? )?by (?=\S)/i.exec(item.words.text) ?? [];
  if (by !== '') {
    const meant = item.words.text
      .slice(by.length)
      .replace(/^(\w+) (?:desc|asc)\w*$/i, (found, name: string) => (/ desc/i.test(found) ? `-${name}` : name));
    context.diagnostics.push(diagnostics['order-form']({ start: field.span.start, end }, item.words.text, meant));
    return undefined;
  }
  const rest = item.words.text.slice(word.from);
  const meant = /^asc\w*$/i.test(rest) ? bare : /^desc\w*$/i.test(rest) ? `-${bare}` : undefined;
  const span = meant === undefined ? { start: word.span.start, end } : { start: field.span.start, end };
  context.diagnostics.push(diagnostics['order-form'](span, meant === undefined ? rest : item.words.text, meant));
  return undefined;
}

/** Reads the path of a member of the Request: `current`, `user.current`. */
function readMember(cell: Cell): Located<string> | undefined {
  return cell.kind === 'value' ? { value: toPlainString(cell), span: cell.span } : undefined;
}

function readRecord(cell: Cell, context: ParseContext): Located<string> | undefined {
  if (cell.kind !== 'value') return undefined;
  const found = toPlainString(cell);
  const { span } = cell;
  if (/^caller(\.[^.\s]+)+$/.test(found)) return { value: found, span };
  const suggestion = /^[A-Za-z_]\w*$/.test(found) && found !== 'caller' ? `caller.${found}` : undefined;
  context.diagnostics.push(diagnostics['record-form'](span, found, suggestion));
  return undefined;
}
