import type { StoredDelivery } from '../../contracts/deliveries.ts';
import { giveBack, type TakeDue } from './deliveries.ts';
import { into, type SettleOver } from './deliveries-settled.ts';
import { keptColumns, newColumns, readDeliveryRow } from './delivery-row.ts';
import type { ImmediateSession } from './session.ts';

const next = `SELECT min(subscriber) FROM nonet_delivery WHERE state = 'waiting' AND subscriber > $1`;
const busy = `SELECT count(*), count(*) FILTER (WHERE holder = $2) FROM nonet_delivery
  WHERE state = 'in flight' AND subscriber = $1`;
const due = `SELECT ${keptColumns.join(', ')} FROM nonet_delivery
  WHERE state = 'waiting' AND subscriber = $1 AND due_at <= $2 ORDER BY due_at, number LIMIT $3`;
const hold = `UPDATE nonet_delivery SET state = 'in flight', leased_until = $1, holder = $2 WHERE id = $3`;

/** Takes due deliveries over a session that answers at once: goes from subscriber to subscriber along the index. */
export const takeDue: TakeDue = (over, { now, leaseOwner, until, most, each, ahead, highConcurrency, unready }) => {
  const session = over as ImmediateSession;
  const more = new Set(highConcurrency?.subscribers);
  const skipped = new Set(unready);
  const largest = Math.max(each, highConcurrency?.each ?? 0) * ahead;
  session.run(giveBack, [now]);
  const found: (readonly StoredDelivery[])[] = [];
  for (let last = ''; ; ) {
    const [subscriber] = session.get(next, [last]) as readonly [string | null];
    if (subscriber === null) break;
    last = subscriber;
    if (skipped.has(last)) continue;
    const limit = more.has(last) ? highConcurrency!.each : each;
    const [leased, own] = session.get(busy, [last, leaseOwner]) as readonly [number, number];
    const free = countFree(limit, ahead, leased, own);
    if (free > 0) found.push(session.all(due, [last, now, free]).map(readDeliveryRow));
  }
  const taken: StoredDelivery[] = [];
  // One of each subscriber comes before a second of any, the oldest first.
  for (let nth = 0; nth < largest && taken.length < most; nth++) {
    const round = found.flatMap((of) => of[nth] ?? []).sort((left, right) => left.dueAt - right.dueAt);
    taken.push(...round.slice(0, most - taken.length));
  }
  for (const { id } of taken) session.run(hold, [until, leaseOwner, id]);
  return taken;
};

/** Returns how many more deliveries of a subscriber an owner may lease. One that leases ahead does so when half of them are left. */
function countFree(limit: number, ahead: number, leased: number, own: number): number {
  if (ahead === 1 || leased > own) return limit - leased;
  return own * 2 <= limit * ahead ? limit * ahead - own : 0;
}

const settle = `INSERT INTO ${into}
  SELECT id, $4, $5, coalesce($6, attempts), $7, problem, ${newColumns.join(', ')}, $2 FROM nonet_delivery
  WHERE holder = $1 AND id = $3 AND state = 'in flight' RETURNING subscriber, chain`;
const leave = 'DELETE FROM nonet_delivery WHERE id = $1';
const release = `UPDATE nonet_delivery SET state = 'waiting', due_at = $1 WHERE id = (SELECT id FROM nonet_delivery
  WHERE subscriber = $2 AND chain = $3 AND state = 'blocked' ORDER BY number, id LIMIT 1)`;

/** Settles deliveries sequentially. */
export const settleOver: SettleOver = (session, leaseOwner, settled, now) => {
  for (const row of settled) {
    const moved = session.change(settle, [leaseOwner, now, ...row]) as readonly [string, string | null] | undefined;
    if (moved === undefined) continue;
    session.run(leave, [row[0]]);
    if (moved[1] !== null) session.run(release, [now, ...moved]);
  }
};
