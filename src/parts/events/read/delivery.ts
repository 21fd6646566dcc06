import type { Cell, CellText } from '../../../markdown/cells/cell.ts';
import { cursorOf, plainText, splitItems } from '../../../markdown/cells/cell-text.ts';
import type { ContentRow, Reading } from '../../../markdown/content.ts';
import { durationOf } from '../../../text/duration.ts';
import { type Name, spanIn } from '../../../text/location.ts';
import { nearest } from '../../../text/nearest.ts';
import { deliveryKind } from '../deliveries/index.ts';
import type { DeliveryModel } from '../model.ts';
import { problems } from '../problems.ts';

/** The first wait between two attempts, in milliseconds; those behind it grow. */
const firstWait = 5000;

type Target = DeliveryModel['to'];

/** Reads a row of the Delivery table; a kind that is not known is a problem and the row is left out. */
export function readDelivery(row: ContentRow, reading: Reading): DeliveryModel | undefined {
  const key = row.cell('Delivery');
  if (key.kind !== 'value') return undefined;
  const kind: Name = { value: plainText(key), span: key.span };
  if (deliveryKind(kind.value) === undefined) {
    reading.problems.push(problems['unknown-delivery'](kind.span, kind.value));
  }
  const to = readTo(row.cell('To'), kind.value, reading);
  const envelope = readEnvelope(row.cell('Envelope'), reading);
  const signature = readSignature(row.cell('Signature'), reading);
  const retries = readRetries(row.cell('Retries'), reading);
  return {
    kind,
    ...(to === undefined ? {} : { to }),
    events: readEvents(row.cell('Events'), reading),
    ...(envelope === undefined ? {} : { envelope }),
    ...(signature === undefined ? {} : { signature }),
    ...(retries === undefined ? {} : { retries }),
    span: row.span,
  };
}

function readTo(cell: Cell, kind: string, reading: Reading): Target {
  if (cell.kind === 'not shown') return { notShown: cell.span };
  const delivery = deliveryKind(kind);
  if (cell.kind !== 'value' || delivery === undefined) return undefined;
  const target = delivery.read(cell.text);
  if (!('wrong' in target)) return target;
  reading.problems.push(problems.to(target.span, kind, delivery.form, target.wrong, target.suggestion));
  return undefined;
}

function readEvents(cell: Cell, reading: Reading): DeliveryModel['events'] {
  if (cell.kind !== 'value') return [];
  const whole = plainText(cell);
  if (whole === 'all' || whole === 'its kinds') return whole;
  const names: Name[] = [];
  for (const item of splitItems(cell.text, ',')) {
    if (item.tokens.length > 0) names.push({ value: plainText(item), span: item.span });
    else reading.problems.push(problems['empty-item'](item.span, 'Events'));
  }
  return names;
}

function readEnvelope(cell: Cell, reading: Reading): DeliveryModel['envelope'] {
  if (cell.kind !== 'value') return undefined;
  const [first, second] = cell.text.tokens;
  if (first?.kind === 'code' && second === undefined) return { shape: first.words };
  const found = plainText(cell);
  if (found === 'cloudevents 1.0' || found === 'standard webhooks') return { named: { value: found, span: cell.span } };
  reading.problems.push(problems.envelope(cell.span, found));
  return undefined;
}

function readSignature(cell: Cell, reading: Reading): DeliveryModel['signature'] {
  if (cell.kind === 'not shown') return { notShown: cell.span };
  if (cell.kind !== 'value') return undefined;
  const cursor = cursorOf(cell.text);
  if (cursor.take('standard webhooks with')) {
    const field = cursor.next();
    if (field !== undefined && cursor.atEnd()) return { field: { value: field.text, span: field.span } };
    const left = cursor.rest();
    const over = left.tokens.length > 0;
    reading.problems.push(problems.signature(over ? left.span : cell.span, plainText(over ? left : cell.text)));
  } else {
    const wrong = wrongWord(cell.text, ['standard', 'webhooks', 'with']);
    reading.problems.push(problems.signature(wrong.span, wrong.found, wrong.suggestion));
  }
  // a signature that cannot be read must not become a delivery without one
  return { notShown: cell.span };
}

function wrongWord(text: CellText, words: readonly string[]) {
  const index = words.findIndex((word, at) => text.tokens[at]?.text !== word);
  const token = text.tokens[index];
  const due = words[index]!;
  if (token === undefined) return { span: text.span, found: plainText(text), suggestion: undefined };
  const suggestion = nearest(token.text, [due]);
  return { span: token.span, found: token.text, suggestion };
}

function readRetries(cell: Cell, reading: Reading): DeliveryModel['retries'] {
  if (cell.kind !== 'value') return undefined;
  const { words } = cell.text;
  const parts = /^(\S+) over (.+)$/.exec(words.text);
  const [, count = '', time = ''] = parts ?? [];
  if (parts === null) {
    reading.problems.push(problems.retries(cell.span, words.text, 'form'));
    return undefined;
  }
  const attempts = /^[1-9][0-9]{0,2}$/.test(count) ? Number(count) : 0;
  if (attempts < 2 || attempts > 100) {
    reading.problems.push(problems.retries(spanIn(words, 0, count.length), count, 'attempts'));
    return undefined;
  }
  const lasting = durationOf(time);
  if ('milliseconds' in lasting) {
    const least = (attempts - 1) * firstWait;
    if (lasting.milliseconds < least)
      reading.problems.push(problems['retries-too-short'](cell.span, words.text, least));
    return { value: { attempts, milliseconds: lasting.milliseconds }, span: cell.span };
  }
  const from = words.text.length - time.length;
  const span = spanIn(words, from + lasting.from, from + lasting.to);
  reading.problems.push(problems.retries(span, time.slice(lasting.from, lasting.to), lasting.wrong));
  return undefined;
}
