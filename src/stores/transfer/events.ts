import type { NewEvent, StoredEvent } from '../../contracts/events.ts';
import type { MigrationStore } from '../migration/store.ts';
import { type EventRow, eventColumns, readEventRow, toEventRow } from '../service-tables/event-row.ts';
import { StoreError } from '../store-error.ts';

const piece = 500;

/** An event as it moves between stores: one of PostgreSQL may have no number yet. */
export type MovedEvent = NewEvent & { readonly number?: number };

/** Reads all events of a store, by number; after them those without a number. */
export async function* readAllEvents(store: MigrationStore): AsyncIterable<MovedEvent> {
  const columns = `number, ${eventColumns.join(', ')}`;
  for (let after = 0; ; ) {
    const rows = await store.read(
      `SELECT ${columns} FROM nonet_event WHERE number > ${after} ORDER BY number LIMIT ${piece}`,
    );
    const events = rows.map((row) => readEventRow(row as unknown as readonly [number, ...EventRow]));
    for (const { sequence, ...event } of events) yield { number: sequence, ...event };
    if (events.length < piece) break;
    after = events.at(-1)!.sequence;
  }
  for (const row of await store.read(`SELECT ${columns} FROM nonet_event WHERE number IS NULL ORDER BY id`)) {
    const { sequence: _, ...event }: StoredEvent = readEventRow(row as unknown as readonly [number, ...EventRow]);
    yield event;
  }
}

/** Throws a StoreError where a store has events of its own: their numbers would be given twice. */
export async function mustHaveNoEvents(store: MigrationStore): Promise<void> {
  const rows = await store.read('SELECT count(*) FROM nonet_event');
  if (Number(rows[0]?.[0] ?? 0) === 0) return;
  throw new StoreError(`The database ${store.place} already has events. Load events into a database without events.`);
}

/** Adds an event with the number that it had. */
export async function keepEvent(store: MigrationStore, event: MovedEvent): Promise<void> {
  const literal = (value: unknown): string =>
    value === null ? 'NULL' : typeof value === 'number' ? String(value) : store.quoteText(String(value));
  const numbered = event.number === undefined ? [] : [['number', event.number] as const];
  const all = [...numbered, ...toEventRow(event).map((value, at) => [eventColumns[at]!, value] as const)];
  const names = all.map(([name]) => name).join(', ');
  await store.run(`INSERT INTO nonet_event (${names}) VALUES (${all.map(([, value]) => literal(value)).join(', ')})`);
}

/** Continues the numbers after the largest existing one. */
export async function settleEventNumber(store: MigrationStore): Promise<void> {
  const rows = await store.read('SELECT max(number) FROM nonet_event');
  const last = Number(rows[0]?.[0] ?? 0);
  if (last > 0) await store.keep('event number', String(last));
}
