import type { Deliveries } from '../../steps/deliveries.ts';
import { cursorName, deliveryOf, keptColumns, newColumns, rowOfDelivery, subscriptionColumns } from '../deliveries.ts';
import type { Asker, Statement } from './connect.ts';
import { createDeliveryList, createSettling } from './deliveries-settled.ts';
import type { Write } from './run.ts';

const lockOf = (what: string): string => `hashtextextended('nonet ${what} ' || current_schema(), 7216)`;

/**
 * Makes the kept deliveries of a database. Who ends a delivery holds a lock that others share who do so too, and who adds some
 * holds it alone: else the one would not see that the other's delivery waits for its own.
 */
export function createDeliveries(reader: Asker, write: Write, statementOf: (text: string) => Statement): Deliveries {
  const cursor = statementOf('SELECT value FROM nonet_meta WHERE name = $1');
  const begin = statementOf('INSERT INTO nonet_meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING');
  const alone = statementOf(`SELECT pg_advisory_xact_lock(${lockOf('deliveries')})`);
  const shared = statementOf(`SELECT pg_advisory_xact_lock_shared(${lockOf('deliveries')})`);
  const move = statementOf('UPDATE nonet_meta SET value = $1 WHERE name = $2 AND value = $3');
  const ended = statementOf('SELECT subscriber, address FROM nonet_ended WHERE subscriber = ANY ($1)');
  const end = statementOf(
    'INSERT INTO nonet_ended (subscriber, address) VALUES ($1, $2) ON CONFLICT (subscriber) DO UPDATE SET address = excluded.address',
  );
  const resume = statementOf('DELETE FROM nonet_ended WHERE subscriber = $1');
  const insert = statementOf(insertText);
  const settling = createSettling(statementOf);
  const any = statementOf(
    `SELECT EXISTS (SELECT 1 FROM nonet_delivery WHERE state = 'waiting' AND due_at <= $1)
      OR EXISTS (SELECT 1 FROM nonet_delivery WHERE state = 'under way' AND leased_until <= $1)`,
  );
  const taking = statementOf(`SELECT pg_try_advisory_xact_lock(${lockOf('taking')})`);
  const back = statementOf(
    `UPDATE nonet_delivery SET state = 'waiting', holder = NULL WHERE state = 'under way' AND leased_until <= $1`,
  );
  const take = statementOf(takeText);
  const renew = statementOf(`UPDATE nonet_delivery SET leased_until = $1 WHERE state = 'under way' AND holder = $2`);
  const versions = statementOf('SELECT id, version FROM nonet_subscription WHERE resource = $1 AND id = ANY ($2)');
  const keepVersion = statementOf(
    `INSERT INTO nonet_subscription (${subscriptionColumns}) SELECT $1, one, $3 FROM unnest($2::text[]) AS one
     ON CONFLICT (resource, id) DO NOTHING`,
  );
  const done = (work: (asker: Asker) => Promise<unknown>): Promise<void> =>
    write(async (transaction) => {
      await work(transaction);
      return { result: undefined, undo: false };
    });
  return {
    async cursor() {
      const { rows } = await reader.ask(cursor, [cursorName]);
      return rows.length === 0 ? undefined : Number(rows[0]![0]);
    },
    begin: (number) => done((asker) => asker.ask(begin, [cursorName, String(number)])),
    spread: (from, to, deliveries, now) =>
      write(async (transaction) => {
        await transaction.ask(alone, []);
        const { count } = await transaction.ask(move, [String(to), cursorName, String(from)]);
        if (count === 0) return { result: false, undo: true };
        const rows = deliveries.map(rowOfDelivery);
        if (rows.length > 0) {
          const columns = newColumns.map((_, at) => rows.map((row) => row[at]));
          await transaction.ask(insert, [...columns, now]);
        }
        return { result: true, undo: false };
      }),
    async ended(subscribers) {
      const { rows } = await reader.ask(ended, [subscribers]);
      return rows.map(([subscriber, address]) => ({ subscriber: String(subscriber), address: String(address) }));
    },
    async take({ now, holder, until, most, each, wide }) {
      const { rows } = await reader.ask(any, [now]);
      if (rows[0]![0] !== true) return [];
      return write(async (transaction) => {
        // One instance after the other takes: so the deliveries under way are counted over all of them.
        const got = await transaction.ask(taking, []);
        if (got.rows[0]![0] !== true) return { result: [], undo: true };
        await transaction.ask(back, [now]);
        const taken = await transaction.ask(take, [
          ...[now, each, most, until, holder],
          ...[wide?.subscribers ?? [], wide?.each ?? each],
        ]);
        return { result: taken.rows.map(deliveryOf), undo: false };
      });
    },
    renew: (holder, until) => done((asker) => asker.ask(renew, [until, holder])),
    settle: (holder, settled, now) =>
      done((asker) =>
        Promise.all([asker.ask(shared, []), ...settled.map((one) => settling.settle(asker, one, holder, now))]),
      ),
    async versions(resource, ids) {
      const { rows } = await reader.ask(versions, [resource, ids]);
      return new Map(rows.map(([id, version]) => [String(id), String(version)]));
    },
    keepVersion: (resource, ids, version) => done((asker) => asker.ask(keepVersion, [resource, ids, version])),
    end: ({ subscriber, address }, problem, now) =>
      done((asker) =>
        Promise.all([
          asker.ask(alone, []),
          asker.ask(end, [subscriber, address]),
          settling.fail(asker, subscriber, problem, now),
        ]),
      ),
    resume: (subscriber) => done((asker) => asker.ask(resume, [subscriber])),
    drop: (subscriber) =>
      done((asker) =>
        Promise.all([asker.ask(alone, []), settling.drop(asker, subscriber), asker.ask(resume, [subscriber])]),
      ),
    list: createDeliveryList(reader, statementOf),
    replay: (filter, now) =>
      write(async (transaction) => ({ result: await settling.replay(transaction, filter, now), undo: false })),
    expire: (...of) =>
      write(async (transaction) => {
        const count = await settling.expire(transaction, ...of);
        return { result: count, undo: count === 0 };
      }),
  };
}

const types = ['text', 'text', 'text', 'text', 'bigint', 'text', 'text', 'text'];

/** Of several of one chain in one go the first may wait, and the others are held. */
const insertText = `
  INSERT INTO nonet_delivery (${newColumns.join(', ')}, state, due_at)
  SELECT ${newColumns.map((name) => `n.${name}`).join(', ')},
    CASE WHEN n.chain IS NOT NULL AND (n.nth > 1 OR (SELECT TRUE FROM nonet_delivery AS d
      WHERE d.subscriber = n.subscriber AND d.chain = n.chain LIMIT 1))
      THEN 'held' ELSE 'waiting' END, $${newColumns.length + 1}::bigint
  FROM (SELECT *, row_number() OVER (PARTITION BY subscriber, chain ORDER BY place) AS nth
    FROM unnest(${types.map((type, at) => `$${at + 1}::${type}[]`).join(', ')}) WITH ORDINALITY
      AS u (${newColumns.join(', ')}, place)) AS n
  ORDER BY n.place`;

/** Goes from subscriber to subscriber along the index; one of each comes before a second of any. */
const takeText = `
  WITH RECURSIVE step AS (
    SELECT min(subscriber) AS subscriber FROM nonet_delivery WHERE state = 'waiting'
    UNION ALL
    SELECT (SELECT min(d.subscriber) FROM nonet_delivery AS d WHERE d.state = 'waiting' AND d.subscriber > s.subscriber)
    FROM step AS s WHERE s.subscriber IS NOT NULL
  ), found AS (
    SELECT one.id, one.due_at, row_number() OVER (PARTITION BY s.subscriber ORDER BY one.due_at, one.number) AS nth
    FROM step AS s CROSS JOIN LATERAL (
      SELECT d.id, d.due_at, d.number FROM nonet_delivery AS d
      WHERE d.state = 'waiting' AND d.subscriber = s.subscriber AND d.due_at <= $1::bigint
      ORDER BY d.due_at, d.number
      LIMIT greatest(0, CASE WHEN s.subscriber = ANY ($6::text[]) THEN $7::bigint ELSE $2::bigint END - (SELECT count(*) FROM nonet_delivery AS u
        WHERE u.state = 'under way' AND u.subscriber = s.subscriber))
    ) AS one WHERE s.subscriber IS NOT NULL
  ), chosen AS (SELECT id FROM found ORDER BY nth, due_at LIMIT $3::bigint)
  UPDATE nonet_delivery AS t SET state = 'under way', leased_until = $4::bigint, holder = $5::text
  FROM chosen AS c WHERE t.id = c.id AND t.state = 'waiting'
  RETURNING ${keptColumns.map((name) => `t.${name}`).join(', ')}`;
