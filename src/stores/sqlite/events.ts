import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { EventFilter, EventRecording, Events, EventWatcher, KeptEvent } from '../../steps/events.ts';
import { type EventRow, eventColumns, eventOf, rowOfEvent } from '../events.ts';
import { subscriptionColumns } from '../service-tables/delivery-row.ts';
import type { WriteQueue } from './queue.ts';

/** Gives what records events in a job's piece of a transaction; its `writing` is called before that. */
export type EventsFor = (part: { writing(): void }) => EventRecording;

/** Makes what records events: they get their numbers as they are written. `recorded` is called behind that. */
export function createEventRecording(database: DatabaseSync, recorded: () => void): EventsFor {
  const insert = database.prepare(
    `INSERT INTO nonet_event (${eventColumns.join(', ')}) VALUES (${eventColumns.map(() => '?').join(', ')})`,
  );
  let subscribe: StatementSync | undefined;
  return (part) => ({
    record(events) {
      if (events.length === 0) return;
      part.writing();
      for (const event of events) insert.run(...rowOfEvent(event));
      recorded();
    },
    subscribe(resource, id, version) {
      part.writing();
      subscribe ??= database.prepare(
        `INSERT INTO nonet_subscription (${subscriptionColumns}) VALUES (?, ?, ?)
         ON CONFLICT DO UPDATE SET version = excluded.version`,
      );
      subscribe.run(resource, id, version);
    },
  });
}

/** Tells those who watch that events were committed. */
export interface Waking {
  /** Events have been written in the transaction that is under way. */
  recorded(): void;
  readonly watch: Events['watch'];
}

/** Makes the waking of a process: those who watch are told when the commit of what was recorded is durable. */
export function createWaking(database: DatabaseSync, queue: () => WriteQueue): Waking {
  const newest = newestOf(database);
  const watchers = new Set<EventWatcher>();
  let waits = false;
  const tell = (): void => {
    waits = false;
    const number = newest();
    for (const watcher of watchers) watcher.numbered(number);
  };
  return {
    recorded() {
      if (waits || watchers.size === 0) return;
      waits = true;
      // It has its turn behind the group that is under way, and is answered when that one is durable.
      queue()
        .write(() => ({ result: undefined, undo: false }))
        .then(tell, () => {
          waits = false;
        });
    },
    watch(watcher) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
  };
}

function newestOf(database: DatabaseSync): () => number {
  const newest = database.prepare(`SELECT seq FROM sqlite_sequence WHERE name = 'nonet_event'`);
  newest.setReturnArrays(true);
  return () => (newest.get() as unknown as readonly [number] | undefined)?.[0] ?? 0;
}

/** Makes the kept events of a database. */
export function createEvents(database: DatabaseSync, queue: WriteQueue, { watch }: Waking): Events {
  const shown = `SELECT number, ${eventColumns.join(', ')} FROM nonet_event`;
  const prepare = (text: string) => {
    const statement = database.prepare(text);
    statement.setReturnArrays(true);
    return statement;
  };
  const readers = new Map<string, ReturnType<typeof prepare>>();
  const one = prepare(`${shown} WHERE id = ?`);
  const oldest = prepare('SELECT number FROM nonet_event ORDER BY number LIMIT 1');
  // What is kept is always all from some number on: who reads on must not miss one in between.
  const remove = database.prepare(
    `WITH first AS (SELECT number, at FROM nonet_event ORDER BY number LIMIT ?2)
     DELETE FROM nonet_event WHERE number IN (SELECT number FROM first)
     AND number < coalesce((SELECT min(number) FROM first WHERE at >= ?1), 9223372036854775807)`,
  );
  const newest = newestOf(database);
  return {
    after(number, most, filter = {}) {
      const { conditions, values } = conditionsOf(filter);
      const text = `${shown} WHERE ${['number > ?', ...conditions].join(' AND ')} ORDER BY number LIMIT ?`;
      let reader = readers.get(text);
      if (reader === undefined) {
        reader = prepare(text);
        readers.set(text, reader);
      }
      return (reader.all(number, ...values, most) as unknown as (readonly [number, ...EventRow])[]).map(eventOf);
    },
    one(id): KeptEvent | undefined {
      const row = one.get(id) as unknown as readonly [number, ...EventRow] | undefined;
      return row === undefined ? undefined : eventOf(row);
    },
    newest,
    oldest: () => (oldest.get() as unknown as readonly [number] | undefined)?.[0] ?? newest() + 1,
    expire: (before, most) =>
      queue.write((part) => {
        part.writing();
        const removed = Number(remove.run(before, most).changes);
        return { result: removed, undo: removed === 0 };
      }),
    number: () => Promise.resolve(false),
    watch,
  };
}

function conditionsOf({ kinds, resource, recordId, since }: EventFilter): {
  readonly conditions: readonly string[];
  readonly values: readonly SQLInputValue[];
} {
  const parts: (readonly [text: string, value: SQLInputValue | undefined])[] = [
    ['kind IN (SELECT value FROM json_each(?))', kinds && JSON.stringify(kinds)],
    ['resource = ?', resource],
    ['record_id = ?', recordId],
    ['at >= ?', since],
  ];
  const asked = parts.flatMap(([text, value]) => (value === undefined ? [] : [{ text, value }]));
  return { conditions: asked.map(({ text }) => text), values: asked.map(({ value }) => value) };
}
