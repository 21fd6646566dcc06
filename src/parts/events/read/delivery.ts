import type { Cell, CellText } from '../../../markdown/cells/cell.ts';
import { createCursor, toPlainString } from '../../../markdown/cells/cell-text.ts';
import { getCodeContent, readText, toItemName, toTokenName } from '../../../markdown/cells/readers.ts';
import { createCellText } from '../../../markdown/cells/tokens.ts';
import type { ContentRow, ParseContext } from '../../../markdown/content.ts';
import { locateSlice, type Name } from '../../../text/location.ts';
import { findNearest } from '../../../text/nearest.ts';
import { scanDuration } from '../../../text/numbers/duration.ts';
import { findDeliveryKind } from '../deliveries/index.ts';
import { diagnostics } from '../diagnostics.ts';
import type { DeliveryModel, TargetModel } from '../model.ts';

/** The first wait between two attempts, in milliseconds; later ones grow. */
const firstWait = 5000;

/** Reads the way of a delivery; one that is not known is a diagnostic and stays. */
export function readKind(cell: Cell, context: ParseContext): Name | undefined {
  const kind = readText(cell);
  if (kind !== undefined && findDeliveryKind(kind.value) === undefined) {
    context.diagnostics.push(diagnostics['unknown-delivery'](kind.span, kind.value));
  }
  return kind;
}

/** Reads where a delivery goes, as its way asks. */
export function readTarget(cell: Cell, context: ParseContext, row: ContentRow): TargetModel | undefined {
  const delivery = findDeliveryKind(toPlainString(row.cell('Delivery')));
  if (cell.kind !== 'value' || delivery === undefined) return undefined;
  const code = getCodeContent(cell.text);
  const target = delivery.read(code === undefined ? cell.text : createCellText(code));
  if (!('wrong' in target)) return target;
  context.diagnostics.push(diagnostics.to(target.span, delivery.name, delivery.form, target.wrong, target.suggestion));
  return undefined;
}

/** Reads an item of Events: the name of an event, `all`, or `listed in` a field of the subscription. */
export function readEvent(item: CellText): Name | { readonly listedIn: Name } {
  const cursor = createCursor(item);
  const field = cursor.take('listed in') ? cursor.next() : undefined;
  return field !== undefined && cursor.atEnd() ? { listedIn: toTokenName(field) } : toItemName(item);
}

/** The events of a delivery: `all` includes the others. */
export function toEvents(items: readonly ReturnType<typeof readEvent>[]): DeliveryModel['events'] {
  const names = items.filter((item) => 'value' in item);
  if (names.some(({ value }) => value === 'all')) return 'all';
  return items.find((item) => 'listedIn' in item) ?? names;
}

/** Reads an envelope: one that has a name, or a shape. */
export function readEnvelope(cell: Cell, context: ParseContext): DeliveryModel['envelope'] {
  if (cell.kind !== 'value') return undefined;
  const shape = getCodeContent(cell.text);
  if (shape !== undefined) return { shape };
  const found = toPlainString(cell);
  if (found === 'cloudevents 1.0' || found === 'standard webhooks') return { named: { value: found, span: cell.span } };
  context.diagnostics.push(diagnostics.envelope(cell.span, found));
  return undefined;
}

/** Reads the field that a delivery is signed with. */
export function readSignature(cell: Cell, context: ParseContext): { readonly field: Name } | undefined {
  if (cell.kind !== 'value') return undefined;
  const cursor = createCursor(cell.text);
  if (cursor.take('standard webhooks with')) {
    const field = cursor.next();
    if (field !== undefined && cursor.atEnd()) return { field: { value: field.text, span: field.span } };
    const left = cursor.rest();
    const over = left.tokens.length > 0;
    context.diagnostics.push(
      diagnostics.signature(over ? left.span : cell.span, toPlainString(over ? left : cell.text)),
    );
  } else if (/^(?!standard ).* with \w+$/.test(cell.text.words.text)) {
    // another scheme: which one is meant is for the author to say
    context.diagnostics.push(diagnostics.signature(cell.span, toPlainString(cell)));
  } else {
    const wrong = findUnknownWord(cell.text, ['standard', 'webhooks', 'with']);
    context.diagnostics.push(diagnostics.signature(wrong.span, wrong.found, wrong.suggestion));
  }
  return undefined;
}

function findUnknownWord(text: CellText, words: readonly string[]) {
  const index = words.findIndex((word, at) => text.tokens[at]?.text !== word);
  const token = text.tokens[index];
  const due = words[index]!;
  if (token === undefined) return { span: text.span, found: toPlainString(text), suggestion: undefined };
  const suggestion = findNearest(token.text, [due]);
  return { span: token.span, found: token.text, suggestion };
}

/** Reads how often and how long a delivery is tried. */
export function readAttempts(cell: Cell, context: ParseContext): DeliveryModel['attempts'] {
  if (cell.kind !== 'value') return undefined;
  const { words } = cell.text;
  const parts = /^(\S+) over (.+)$/.exec(words.text);
  const [, number = '', time = ''] = parts ?? [];
  if (parts === null) {
    context.diagnostics.push(diagnostics.attempts(cell.span, words.text, 'form'));
    return undefined;
  }
  const count = /^[1-9][0-9]{0,2}$/.test(number) ? Number(number) : 0;
  if (count < 2 || count > 100) {
    context.diagnostics.push(diagnostics.attempts(locateSlice(words, 0, number.length), number, 'attempts'));
    return undefined;
  }
  const lasting = scanDuration(time);
  if ('milliseconds' in lasting) {
    const least = (count - 1) * firstWait;
    if (lasting.milliseconds < least)
      context.diagnostics.push(diagnostics['attempts-too-short'](cell.span, words.text, least));
    return { value: { count, milliseconds: lasting.milliseconds }, span: cell.span };
  }
  const from = words.text.length - time.length;
  const span = locateSlice(words, from + lasting.from, from + lasting.to);
  context.diagnostics.push(diagnostics.attempts(span, time.slice(lasting.from, lasting.to), lasting.wrong));
  return undefined;
}
