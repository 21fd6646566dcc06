import type { Cell } from '../../markdown/cells/cell.ts';
import { plainText, splitItems } from '../../markdown/cells/cell-text.ts';
import type { ContentRow, PartContent, Reading } from '../../markdown/content.ts';
import type { Name, Words } from '../../text/location.ts';
import { isName, nameFrom } from '../../text/names.ts';
import type { EventModel, EventsModel } from './model.ts';
import { problems } from './problems.ts';
import { readDelivery } from './read/delivery.ts';
import { readWhen } from './read/when.ts';

/** Reads the part Events: its events and deliveries, each mistake at its place. */
export function read(content: PartContent, reading: Reading): EventsModel {
  const rows = (name: string): readonly ContentRow[] =>
    content.tables.filter((table) => table.grammar.name === name).flatMap((table) => table.rows);
  return {
    events: rows('events').flatMap((row) => readEvent(row, reading) ?? []),
    deliveries: rows('deliveries').flatMap((row) => readDelivery(row, reading) ?? []),
  };
}

function readEvent(row: ContentRow, reading: Reading): EventModel | undefined {
  const key = row.cell('Event');
  if (key.kind !== 'value') return undefined;
  const name: Name = { value: plainText(key), span: key.span };
  if (!isName(name.value, 'lower') || name.value === 'all') {
    reading.problems.push(
      problems.name(name.span, name.value, name.value === 'all' ? undefined : nameFrom(name.value, 'lower')),
    );
  }
  const when = row.cell('When');
  const payload = readPayload(row.cell('Payload'), reading);
  const meaning = row.prose('Meaning');
  return {
    name,
    when: when.kind === 'value' ? splitItems(when.text, ',').flatMap((item) => readWhen(item, reading) ?? []) : [],
    ...(payload === undefined ? {} : { payload }),
    ...(meaning === undefined ? {} : { meaning }),
    span: row.span,
  };
}

function readPayload(cell: Cell, reading: Reading): Words | undefined {
  if (cell.kind !== 'value') return undefined;
  const [first, second] = cell.text.tokens;
  if (first?.kind === 'code' && second === undefined) return first.words;
  reading.problems.push(problems['code-span'](cell.span, 'Payload', cell.text.words.text));
  return undefined;
}
