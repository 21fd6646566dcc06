import type { DatabaseSync } from 'node:sqlite';
import type { Deliveries, KeptDelivery, TakeDeliveries } from '../../steps/deliveries.ts';
import { cursorName, deliveryOf, keptColumns, newColumns, rowOfDelivery, subscriptionColumns } from '../deliveries.ts';
import { createDeliveryList, createSettling } from './deliveries-settled.ts';
import type { Part } from './group.ts';
import type { WriteQueue } from './queue.ts';

const shown = `SELECT ${keptColumns.join(', ')} FROM nonet_delivery`;

/** Makes the kept deliveries of a database. */
export function createDeliveries(database: DatabaseSync, queue: WriteQueue): Deliveries {
  const arrays = (text: string) => {
    const statement = database.prepare(text);
    statement.setReturnArrays(true);
    return statement;
  };
  const cursor = arrays('SELECT value FROM nonet_meta WHERE name = ?');
  const begin = database.prepare('INSERT INTO nonet_meta (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const move = database.prepare('UPDATE nonet_meta SET value = ? WHERE name = ? AND value = ?');
  const insert = database.prepare(
    `INSERT INTO nonet_delivery (${newColumns.join(', ')}, state, due_at) VALUES (${newColumns.map((_, i) => `?${i + 1}`).join(', ')},
     CASE WHEN EXISTS (SELECT 1 FROM nonet_delivery WHERE subscriber = ?2 AND chain = ?8) THEN 'held' ELSE 'waiting' END, ?9)`,
  );
  const ended = arrays(
    'SELECT subscriber, address FROM nonet_ended WHERE subscriber IN (SELECT value FROM json_each(?))',
  );
  const end = database.prepare(
    'INSERT INTO nonet_ended (subscriber, address) VALUES (?, ?) ON CONFLICT DO UPDATE SET address = excluded.address',
  );
  const resume = database.prepare('DELETE FROM nonet_ended WHERE subscriber = ?');
  const renew = database.prepare(`UPDATE nonet_delivery SET leased_until = ? WHERE state = 'under way' AND holder = ?`);
  const write = <T>(work: (part: Part) => T, wrote: (result: T) => boolean = () => true): Promise<T> =>
    queue.write((part) => {
      part.writing();
      const result = work(part);
      return { result, undo: !wrote(result) };
    });
  const versions = arrays(
    'SELECT id, version FROM nonet_subscription WHERE resource = ? AND id IN (SELECT value FROM json_each(?))',
  );
  const keepVersion = database.prepare(
    `INSERT INTO nonet_subscription (${subscriptionColumns}) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const taking = takingOf(database);
  const settling = createSettling(database);
  return {
    cursor() {
      const row = cursor.get(cursorName) as unknown as readonly [string] | undefined;
      return row === undefined ? undefined : Number(row[0]);
    },
    begin: (number) => write(() => void begin.run(cursorName, String(number))),
    spread: (from, to, deliveries, now) =>
      write(
        () => {
          if (move.run(String(to), cursorName, String(from)).changes === 0) return false;
          for (const one of deliveries) insert.run(...rowOfDelivery(one), now);
          return true;
        },
        (done) => done,
      ),
    ended: (subscribers) =>
      (ended.all(JSON.stringify(subscribers)) as unknown as (readonly [string, string])[]).map(
        ([subscriber, address]) => ({ subscriber, address }),
      ),
    async take(asked) {
      if (!taking.any(asked.now)) return [];
      return write(
        () => taking.take(asked),
        (taken) => taken.length > 0,
      );
    },
    renew: (holder, until) => write(() => void renew.run(until, holder)),
    settle: (holder, settled, now) => write(() => settling.settle(holder, settled, now)),
    end: ({ subscriber, address }, problem, now) =>
      write(() => {
        end.run(subscriber, address);
        settling.fail(subscriber, problem, now);
      }),
    resume: (subscriber) => write(() => void resume.run(subscriber)),
    drop: (subscriber) =>
      write(() => {
        settling.drop(subscriber);
        resume.run(subscriber);
      }),
    versions: (resource, ids) =>
      new Map(versions.all(resource, JSON.stringify(ids)) as unknown as (readonly [string, string])[]),
    keepVersion: (resource, ids, version) =>
      write(() => {
        for (const id of ids) keepVersion.run(resource, id, version);
      }),
    list: createDeliveryList(database),
    replay: (filter, now) => write(() => settling.replay(filter, now)),
    expire: (state, before, keep, most) =>
      write(
        () => settling.expire(state, before, keep, most),
        (count) => count > 0,
      ),
  };
}

function takingOf(database: DatabaseSync) {
  const arrays = (text: string) => {
    const statement = database.prepare(text);
    statement.setReturnArrays(true);
    return statement;
  };
  const any = arrays(
    `SELECT EXISTS (SELECT 1 FROM nonet_delivery WHERE state = 'waiting' AND due_at <= ?1)
      OR EXISTS (SELECT 1 FROM nonet_delivery WHERE state = 'under way' AND leased_until <= ?1)`,
  );
  const back = database.prepare(
    `UPDATE nonet_delivery SET state = 'waiting', holder = NULL WHERE state = 'under way' AND leased_until <= ?`,
  );
  const next = arrays(`SELECT min(subscriber) FROM nonet_delivery WHERE state = 'waiting' AND subscriber > ?`);
  const busy = arrays(`SELECT count(*) FROM nonet_delivery WHERE state = 'under way' AND subscriber = ?`);
  const due = arrays(
    `${shown} WHERE state = 'waiting' AND subscriber = ? AND due_at <= ? ORDER BY due_at, number LIMIT ?`,
  );
  const hold = database.prepare(
    `UPDATE nonet_delivery SET state = 'under way', leased_until = ?, holder = ? WHERE id = ?`,
  );
  return {
    any: (now: number): boolean => (any.get(now) as unknown as readonly [number])[0] === 1,
    take({ now, holder, until, most, each, wide }: TakeDeliveries): readonly KeptDelivery[] {
      const more = new Set(wide?.subscribers);
      const largest = Math.max(each, wide?.each ?? 0);
      back.run(now);
      const found: (readonly KeptDelivery[])[] = [];
      for (let last: string | null = ''; ; ) {
        [last] = next.get(last) as unknown as readonly [string | null];
        if (last === null) break;
        const free = (more.has(last) ? wide!.each : each) - Number((busy.get(last) as unknown as readonly [number])[0]);
        if (free > 0) found.push((due.all(last, now, free) as unknown as (readonly unknown[])[]).map(deliveryOf));
      }
      const taken: KeptDelivery[] = [];
      // One of each subscriber comes before a second of any.
      for (let nth = 0; nth < largest; nth++) {
        for (const of of found) if (of[nth] !== undefined && taken.length < most) taken.push(of[nth]!);
      }
      for (const { id } of taken) hold.run(until, holder, id);
      return taken;
    },
  };
}
