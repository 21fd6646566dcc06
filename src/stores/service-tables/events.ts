import type { EventFilter, EventRecording, Events, StoredEvent } from '../../contracts/events.ts';
import { then } from '../../contracts/maybe-promise.ts';
import { type ServiceDatabase, toWrittenCount } from './database.ts';
import { subscriptionColumns } from './delivery-row.ts';
import { type BoundColumns, formatValues, type ServiceDialect } from './dialect.ts';
import { type EventRow, eventColumns, readEventRow, toEventRow } from './event-row.ts';
import { keepNote, readNote } from './meta.ts';
import type { Columns, Session } from './session.ts';

const into = `INSERT INTO nonet_event (${eventColumns.join(', ')})`;
const record = `${into} VALUES (${eventColumns.map((_, at) => `$${at + 1}`).join(', ')})`;
const subscribe = `INSERT INTO nonet_subscription (${subscriptionColumns}) VALUES ($1, $2, $3)
  ON CONFLICT (resource, id) DO UPDATE SET version = excluded.version`;
const whole = new Set(['record_version', 'at']);
const bound: BoundColumns = Object.fromEntries(
  eventColumns.map((name) => [name, whole.has(name) ? 'bigint' : 'text'] as const),
);

const shown = `SELECT number, ${eventColumns.join(', ')} FROM nonet_event`;
const idByNumber = 'SELECT id FROM nonet_event WHERE number = $1';
const byId = `${shown} WHERE id = $1 AND number IS NOT NULL`;
const oldest = 'SELECT number FROM nonet_event WHERE number IS NOT NULL ORDER BY number LIMIT 1';
// The stored events are always all from some number on: a reader must not miss one in between.
const lastExpired = `WITH first AS (SELECT number, id, at FROM nonet_event WHERE number IS NOT NULL ORDER BY number LIMIT $2)
  SELECT number, id FROM first WHERE number < coalesce((SELECT min(number) FROM first WHERE at >= $1), 9223372036854775807)
  ORDER BY number DESC LIMIT 1`;
const remove = 'DELETE FROM nonet_event WHERE number <= $1';
/** The number and the ID of the last expired event, with which streams continue that were at the newest one. */
const expired = 'expired event';

/** Creates the function that records events in a transaction, and then calls `recorded`. It is not awaited: an error ends the transaction. */
export function createEventRecording({
  eachRow,
}: ServiceDialect): (session: Session, recorded: () => void) => EventRecording {
  const several = eachRow(bound, 1, (row, rows) => `${into} ${formatValues(Object.values(row), rows)}`);
  return (session, recorded) => ({
    record(events) {
      if (events.length === 0) return;
      if (events.length === 1) session.run(record, toEventRow(events[0]!));
      else several(session, [], events.map(toEventRow));
      recorded();
    },
    subscribe: (resource, id, version) => void session.run(subscribe, [resource, id, version]),
  });
}

const toEvent = (row: Columns) => readEventRow(row as readonly [number, ...EventRow]);

/** How a store numbers events and notifies watchers. */
export interface EventNotices extends Pick<Events, 'assignSequences' | 'watch'> {
  /**
   * Returns the newest durable number, and has the one that was found made durable. Left out in stores whose transactions are seen only
   * when they are durable.
   */
  durable?(found: number): number;
}

/** Creates the stored events of a service; numbering and notification differ by store. */
export function createEvents(
  { dialect, reader, write }: ServiceDatabase,
  { assignSequences, watch, durable = (found) => found }: EventNotices,
): Events {
  const newest = () => then(reader.get(dialect.newestEvent), (row) => durable(Number(row?.[0] ?? 0)));
  const toDurable = (rows: readonly Columns[]): readonly StoredEvent[] => {
    const events = rows.map(toEvent);
    const last = events.at(-1)?.sequence ?? 0;
    const upTo = durable(last);
    return last <= upTo ? events : events.filter(({ sequence }) => sequence <= upTo);
  };
  return {
    after(number, most, filter = {}) {
      const { conditions, values } = buildConditions(filter, dialect);
      const text = `${shown} WHERE ${['number > $1', ...conditions].join(' AND ')} ORDER BY number LIMIT $2`;
      return then(reader.all(text, [number, most, ...values]), toDurable);
    },
    one: (id) => then(reader.get(byId, [id]), (row) => (row === undefined ? undefined : toDurable([row])[0])),
    newest,
    // In this order: an event that is numbered between the two queries is not taken for a deleted one.
    oldest: () => then(newest(), (last) => then(reader.get(oldest), (row) => Number(row?.[0] ?? last + 1))),
    idAt: (number) =>
      then(reader.get(idByNumber, [number]), (row) =>
        row === undefined
          ? then(readNote(reader, expired), (noted) =>
              noted?.startsWith(`${number} `) ? noted.split(' ')[1] : undefined,
            )
          : String(row[0]),
      ),
    expire: (before, most) =>
      write((session) =>
        then(session.get(lastExpired, [before, most]), (last) => {
          if (last === undefined) return toWrittenCount(0);
          const noted = keepNote(session, expired, last.join(' '));
          return then(
            then(noted, () => session.run(remove, [last[0]])),
            toWrittenCount,
          );
        }),
      ),
    assignSequences,
    watch,
  };
}

/** The conditions of a filter, whose values are numbered from 3. */
function buildConditions({ types: kinds, resource, recordId, since }: EventFilter, { among, list }: ServiceDialect) {
  const parts: (readonly [value: unknown, text: (hole: string) => string])[] = [
    [kinds && list(kinds), (hole) => among('kind', hole)],
    [resource, (hole) => `resource = ${hole}`],
    [recordId, (hole) => `record_id = ${hole}`],
    [since, (hole) => `at >= ${hole}`],
  ];
  const asked = parts.filter(([value]) => value !== undefined);
  return { conditions: asked.map(([, text], at) => text(`$${at + 3}`)), values: asked.map(([value]) => value) };
}
