import { hasEncryptedFields } from '../codegen/records/encryption.ts';
import type { Platform } from '../contracts/platform.ts';
import type { Store } from '../contracts/store.ts';
import type { Plan } from '../plan/plan.ts';

const intervalMs = 60_000;
const dayMs = 24 * 60 * 60 * 1_000;
/** So many are removed in one transaction: nobody waits long behind it. */
const batch = 500;
/** How long events are kept where the operator sets nothing else, in milliseconds. */
export const defaultRetention = 7 * dayMs;
/** Of the deliveries that arrived so many are kept at most, and as many of those that failed. */
const mostDeliveries = 100_000;

/** Removes up to so many of what has expired at a moment, and returns how many these were. */
type Removal = (now: number, most: number) => Promise<number>;

/** Removes what has expired once a minute, batch by batch; returns what ends it. */
function sweep(platform: Platform, what: string, removals: readonly Removal[]): () => void {
  let ended = false;
  let cancel = (): void => undefined;
  const removeAll = async (): Promise<void> => {
    try {
      for (const remove of removals) while (!ended && (await remove(platform.now(), batch)) >= batch);
    } catch (error) {
      if (!ended) platform.log.warn({ error: String(error) }, `failed to delete ${what}`);
    }
    if (!ended) next();
  };
  const next = (): void => {
    cancel = platform.after(intervalMs, () => void removeAll());
  };
  next();
  return () => {
    ended = true;
    cancel();
  };
}

/**
 * Removes the outcomes of idempotency keys and the replaced secrets that are no longer kept; returns what ends it. A service that
 * keeps every outcome for good, or none, and no secrets has nothing to remove.
 */
export function expireStoredResponses(plan: Plan, store: Store, platform: Platform): () => void {
  const expire = plan.operations.some(({ idempotency }) => idempotency?.keptFor !== undefined);
  if (!expire && !plan.resources.some(hasEncryptedFields)) return () => undefined;
  const remove: Removal = (now, most) => store.expireStoredResponses(now, most);
  return sweep(platform, 'responses of idempotency keys and replaced secrets', [remove]);
}

/**
 * Removes events that happened longer ago than they are kept; returns what ends it. Of a service that states no events any more
 * those that are left go as well.
 */
export function expireEvents({ events }: Store, platform: Platform, keeping: number): () => void {
  const remove: Removal = (now, most) => events.expire(now - keeping, most);
  return sweep(platform, 'expired events', [remove]);
}

/**
 * Removes settled deliveries: those that arrived after a day, those that failed when their events are kept no longer, and of each
 * the oldest beyond the most that are kept. Returns what ends it.
 */
export function expireDeliveries({ deliveries }: Store, platform: Platform, keeping = defaultRetention): () => void {
  return sweep(platform, 'settled deliveries', [
    (now, most) => deliveries.expire('delivered', now - Math.min(dayMs, keeping), mostDeliveries, most),
    (now, most) => deliveries.expire('failed', now - keeping, mostDeliveries, most),
  ]);
}
