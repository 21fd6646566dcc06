import { giveBack, type TakeDue } from '../service-tables/deliveries.ts';
import { into, type SettleOver, settledBound } from '../service-tables/deliveries-settled.ts';
import { keptColumns, newColumns, readDeliveryRow } from '../service-tables/delivery-row.ts';
import { serviceDialect } from './service-dialect.ts';

const taking = `SELECT pg_try_advisory_xact_lock(hashtextextended('nonet taking ' || current_schema(), 7216))`;

/** Leases due deliveries, one instance at a time: deliveries in flight are counted over all instances. */
export const takeDue: TakeDue = async (
  session,
  { now, leaseOwner, until, most, each, ahead, highConcurrency, unready = [] },
) => {
  if ((await session.get(taking))![0] !== true) return [];
  await session.run(giveBack, [now]);
  const rows = await session.all(takeText, [
    ...[now, each, most, until, leaseOwner],
    ...[highConcurrency?.subscribers ?? [], highConcurrency?.each ?? each, ahead, unready],
  ]);
  return rows.map(readDeliveryRow);
};

/**
 * Goes from subscriber to subscriber along the index. A subscriber of which fewer are leased comes first. Chance decides among equals, so that
 * many of one tenant do not come before all others.
 */
const takeText = `
  WITH RECURSIVE step AS (
    SELECT min(subscriber) AS subscriber FROM nonet_delivery WHERE state = 'waiting'
    UNION ALL
    SELECT (SELECT min(d.subscriber) FROM nonet_delivery AS d WHERE d.state = 'waiting' AND d.subscriber > s.subscriber)
    FROM step AS s WHERE s.subscriber IS NOT NULL
  ), found AS (
    SELECT one.id, busy.leased + row_number() OVER (PARTITION BY s.subscriber ORDER BY one.due_at, one.number) AS nth
    FROM step AS s CROSS JOIN LATERAL (
      SELECT count(*) AS leased, count(*) FILTER (WHERE u.holder = $5::text) AS own,
        CASE WHEN s.subscriber = ANY ($6::text[]) THEN $7::bigint ELSE $2::bigint END AS most
      FROM nonet_delivery AS u WHERE u.state = 'in flight' AND u.subscriber = s.subscriber
    ) AS busy CROSS JOIN LATERAL (
      SELECT d.id, d.due_at, d.number FROM nonet_delivery AS d
      WHERE d.state = 'waiting' AND d.subscriber = s.subscriber AND d.due_at <= $1::bigint
      ORDER BY d.due_at, d.number
      LIMIT greatest(0, CASE
        WHEN $8::bigint = 1 OR busy.leased > busy.own THEN busy.most - busy.leased
        WHEN busy.own * 2 <= busy.most * $8::bigint THEN busy.most * $8::bigint - busy.own ELSE 0 END)
    ) AS one WHERE s.subscriber IS NOT NULL AND s.subscriber <> ALL ($9::text[])
  ), chosen AS (SELECT id FROM found ORDER BY nth, random() LIMIT $3::bigint)
  UPDATE nonet_delivery AS t SET state = 'in flight', leased_until = $4::bigint, holder = $5::text
  FROM chosen AS c WHERE t.id = c.id AND t.state = 'waiting'
  RETURNING ${keptColumns.map((name) => `t.${name}`).join(', ')}`;

/** Settles deliveries, however many, in one statement. */
export const settleOver: SettleOver = (session, leaseOwner, settled, now) =>
  settleEach(session, [leaseOwner, now], settled);

const settleEach = serviceDialect.eachRow(
  settledBound,
  3,
  ({ id, state, tries, attempts, due_at }, rows) => `
  WITH done AS (DELETE FROM nonet_delivery AS d USING ${rows} WHERE d.id = ${id} AND d.holder = $1 AND d.state = 'in flight'
    RETURNING d.*, ${state} AS now, ${tries} AS tried, coalesce(${attempts}, d.attempts) AS made, ${due_at} AS due),
  settled AS (INSERT INTO ${into} SELECT id, now, tried, made, due, problem, ${newColumns.join(', ')}, $2::bigint FROM done)
  UPDATE nonet_delivery SET state = 'waiting', due_at = $2::bigint WHERE id IN (
    SELECT (SELECT h.id FROM nonet_delivery AS h WHERE h.subscriber = d.subscriber AND h.chain = d.chain
      AND h.state = 'blocked' ORDER BY h.number, h.id LIMIT 1) FROM done AS d)`,
);
