import type { Platform } from '../../contracts/platform.ts';
import type { Store } from '../../contracts/store.ts';
import { usualKeeping } from '../event-sequencer/expiry.ts';

const intervalMs = 60_000;
const batch = 500;
/** So long a delivery that arrived may be replayed, in milliseconds. */
const keepsDelivered = 24 * 60 * 60 * 1_000;
/** Of the deliveries that arrived so many are kept at most, and as many of those that failed. */
const most = 100_000;

/**
 * Removes settled deliveries once a minute: those that arrived after a day, those that failed when their events are kept no
 * longer, and of each the oldest beyond the most that are kept. Gives what ends it.
 */
export function expireDeliveries(
  { deliveries }: Store,
  platform: Platform,
  keeping: number = usualKeeping,
): () => void {
  let ended = false;
  let cancel = (): void => undefined;
  const sweep = async (): Promise<void> => {
    try {
      const now = platform.now();
      const delivered = now - Math.min(keepsDelivered, keeping);
      while (!ended && (await deliveries.expire('delivered', delivered, most, batch)) === batch);
      while (!ended && (await deliveries.expire('failed', now - keeping, most, batch)) === batch);
    } catch (error) {
      if (!ended) platform.log.warn({ error: String(error) }, 'settled deliveries could not be removed');
    }
    if (!ended) cancel = platform.after(intervalMs, () => void sweep());
  };
  cancel = platform.after(intervalMs, () => void sweep());
  return () => {
    ended = true;
    cancel();
  };
}
