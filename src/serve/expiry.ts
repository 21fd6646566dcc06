import { hasEncryptedFields } from '../codegen/records/encryption.ts';
import type { Platform } from '../contracts/platform.ts';
import type { Store } from '../contracts/store.ts';
import type { Plan } from '../plan/plan.ts';

const intervalMs = 60_000;
const dayMs = 24 * 60 * 60 * 1_000;
/** Rows deleted in one transaction: few enough that no other write waits long. */
const batch = 500;
/** The default retention of events, in milliseconds. */
export const defaultRetention = 7 * dayMs;
/** The maximum number of stored deliveries: as many delivered ones, and as many failed ones. */
const mostDeliveries = 100_000;

/** Deletes at most `most` rows that have expired at `now`. Returns their number. */
type Removal = (now: number, most: number) => Promise<number>;

/** Deletes expired rows every minute, in batches. Returns a function that stops it. */
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
 * Deletes expired responses of idempotency keys, used attempts to sign in and replaced secrets. Returns a function that stops it. Does nothing for a
 * service that has none of them, or that stores responses permanently.
 */
export function expireStoredResponses(plan: Plan, store: Store, platform: Platform): () => void {
  const expire = plan.operations.some(
    ({ idempotency, session }) => idempotency?.keptFor !== undefined || session?.does === 'sign in',
  );
  if (!expire && !plan.resources.some(hasEncryptedFields)) return () => undefined;
  const remove: Removal = (now, most) => store.expireStoredResponses(now, most);
  return sweep(platform, 'responses of idempotency keys and replaced secrets', [remove]);
}

/** Deletes events after their retention, also those left by a document that no longer states events. Returns a function that stops it. */
export function expireEvents({ events }: Store, platform: Platform, keeping: number): () => void {
  const remove: Removal = (now, most) => events.expire(now - keeping, most);
  return sweep(platform, 'expired events', [remove]);
}

/**
 * Deletes completed deliveries: delivered ones after a day, failed ones after the retention of events, and the oldest ones
 * beyond the maximum. Returns a function that stops it.
 */
export function expireDeliveries({ deliveries }: Store, platform: Platform, keeping = defaultRetention): () => void {
  return sweep(platform, 'settled deliveries', [
    (now, most) => deliveries.expire('delivered', now - Math.min(dayMs, keeping), mostDeliveries, most),
    (now, most) => deliveries.expire('failed', now - keeping, mostDeliveries, most),
  ]);
}
