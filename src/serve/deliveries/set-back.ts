import type { StoredDelivery } from '../../contracts/deliveries.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { Store } from '../../contracts/store.ts';

/** A moment further in the future, in milliseconds, was stored before the clock was set back. */
const aheadMs = 5_000;
/** The maximum number of deliveries that are read at once. */
const piece = 1_000;

/**
 * Schedules waiting deliveries again whose wait began in the future: the clock was set back since. Their wait begins now, so none is
 * longer than its schedule.
 */
export async function rescheduleAhead(
  { deliveries }: Pick<Store, 'deliveries'>,
  { now: getNow, log }: Pick<Platform, 'now' | 'log'>,
): Promise<void> {
  let count = 0;
  for (let after = 0, full = true; full; ) {
    const found = await deliveries.list({ states: ['waiting'], after }, piece);
    const now = getNow();
    const moved = found.flatMap(({ id, dueAt, attempts }) => {
      const since = attempts.at(-1)?.at ?? dueAt;
      return since > now + aheadMs ? [{ id, dueAt: now + Math.max(0, dueAt - since) }] : [];
    });
    if (moved.length > 0) await deliveries.reschedule(moved);
    count += moved.length;
    full = found.length === piece;
    after = (found.at(-1) as StoredDelivery | undefined)?.id ?? after;
  }
  if (count > 0) log.warn({ deliveries: count }, 'the clock was set back: waiting deliveries are scheduled again');
}
