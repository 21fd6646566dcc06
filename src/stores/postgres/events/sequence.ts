import type { ServiceDatabase } from '../../service-tables/database.ts';

/** The channel on which the instances of a service send each other the last number, as SQL: each schema has its own. */
export const channel = `'nonet_events_' || left(md5(current_schema()), 16)`;

/** Numbers at most `most` events; returns whether some are still without a number. */
export type EventSequencer = (most: number) => Promise<boolean>;

const some = 'SELECT EXISTS (SELECT 1 FROM nonet_event WHERE number IS NULL)';
const lock = `SELECT pg_try_advisory_xact_lock(hashtextextended('nonet events ' || current_schema(), 7215))`;
const number = `WITH bounds AS (SELECT pg_snapshot_xmin(now)::text::bigint AS low, pg_snapshot_xmax(now)::text::bigint AS high
    FROM pg_current_snapshot() AS now),
  open AS (SELECT e.id, e.commit_order, bool_and(e.written_in < b.low OR e.written_in >= b.high)
      OVER (PARTITION BY e.resource, coalesce(e.record_id, e.id) ORDER BY e.commit_order) AS settled
    FROM nonet_event AS e CROSS JOIN bounds AS b WHERE e.number IS NULL),
  due AS (SELECT id, row_number() OVER (ORDER BY commit_order) AS nth FROM open WHERE settled ORDER BY commit_order LIMIT $1),
  last AS (INSERT INTO nonet_meta AS m (name, value) SELECT 'event number', count(*)::text FROM due HAVING count(*) > 0
    ON CONFLICT (name) DO UPDATE SET value = (m.value::bigint + excluded.value::bigint)::text
    RETURNING value::bigint AS newest),
  numbered AS (UPDATE nonet_event AS e SET number = l.newest - (SELECT count(*) FROM due) + d.nth
    FROM due AS d CROSS JOIN last AS l WHERE e.id = d.id RETURNING e.id)
  SELECT (SELECT count(*) FROM numbered), (SELECT count(*) FROM open),
    (SELECT pg_notify(${channel}, newest::text)::text FROM last)`;

/**
 * Makes what numbers committed events, one instance at a time. An event may be numbered when every transaction that could still
 * write one before it is over: when its own is below the oldest that is open (or was written by another server, of which this
 * database is a copy), and those of the same record in the places before it may be numbered too. Places ascend within a record,
 * since each is taken while its transaction holds that record; transaction ids do not.
 */
export function createEventSequencer({ reader, write }: ServiceDatabase): EventSequencer {
  return async (most) => {
    if ((await reader.get(some))![0] !== true) return false;
    return write(async (session) => {
      if ((await session.get(lock))![0] !== true) return { result: true, undo: true };
      const [numbered, open] = (await session.change(number, [most])) as readonly [number, number];
      return { result: open > numbered, undo: numbered === 0 };
    });
  };
}
