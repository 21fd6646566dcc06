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

/** A subscriber of which more may be leased, and how many. */
interface Candidate {
  readonly subscriber: string;
  readonly leased: number;
  readonly free: number;
  /** The order among equals: many of one tenant do not come before all others. */
  readonly chance: number;
}

/** Returns a number that has another order of subscribers each time (FNV-1a), and the same one whenever the clock says the same. */
function mix(subscriber: string, now: number): number {
  let hash = 2_166_136_261 ^ now;
  for (let at = 0; at < subscriber.length; at++) hash = Math.imul(hash ^ subscriber.charCodeAt(at), 16_777_619);
  return hash >>> 0;
}

/** Lists the deliveries after the first one of each subscriber: that of which fewer would be leased comes first. */
function listFurther(
  ready: readonly Candidate[],
  read: (candidate: Candidate, count: number) => readonly StoredDelivery[],
): readonly StoredDelivery[] {
  return ready
    .filter(({ free }) => free > 1)
    .flatMap((candidate) =>
      read(candidate, candidate.free)
        .slice(1)
        .map((delivery, at) => ({ delivery, nth: candidate.leased + at, chance: candidate.chance })),
    )
    .sort((left, right) => left.nth - right.nth || left.chance - right.chance)
    .map(({ delivery }) => delivery);
}

/**
 * Takes due deliveries over a session that answers at once: goes from subscriber to subscriber along the index, and reads no more deliveries
 * than it takes while many subscribers have some.
 */
export const takeDue: TakeDue = (over, { now, leaseOwner, until, most, each, ahead, highConcurrency, unready }) => {
  const session = over as ImmediateSession;
  const more = new Set(highConcurrency?.subscribers);
  const skipped = new Set(unready);
  session.run(giveBack, [now]);
  const candidates: Candidate[] = [];
  for (let last = ''; ; ) {
    const [subscriber] = session.get(next, [last]) as readonly [string | null];
    if (subscriber === null) break;
    last = subscriber;
    if (skipped.has(last)) continue;
    const limit = more.has(last) ? highConcurrency!.each : each;
    const [leased, own] = session.get(busy, [last, leaseOwner]) as readonly [number, number];
    const free = countFree(limit, ahead, leased, own);
    if (free > 0) candidates.push({ subscriber, leased, free, chance: mix(last, now) });
  }
  candidates.sort((left, right) => left.leased - right.leased || left.chance - right.chance);
  const read = ({ subscriber }: Candidate, count: number): readonly StoredDelivery[] =>
    session.all(due, [subscriber, now, count]).map(readDeliveryRow);
  const taken: StoredDelivery[] = [];
  const ready: Candidate[] = [];
  for (const candidate of candidates) {
    if (taken.length === most) break;
    const [first] = read(candidate, 1);
    if (first === undefined) continue;
    taken.push(first);
    ready.push(candidate);
  }
  if (taken.length < most) taken.push(...listFurther(ready, read).slice(0, most - taken.length));
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
