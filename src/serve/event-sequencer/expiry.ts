import type { Platform } from '../../contracts/platform.ts';
import type { Store } from '../../contracts/store.ts';

const intervalMs = 60_000;
/** So many are removed in one transaction: nobody waits long behind it. */
const batch = 500;

/** How long events are kept where the operator sets nothing else: 7 days, in milliseconds. */
export const usualKeeping = 7 * 24 * 60 * 60 * 1_000;

/**
 * Removes events that happened longer ago than they are kept, once a minute and in batches; gives what ends it. Of a service that
 * states no events any more those that are left go as well.
 */
export function expireEvents(store: Store, platform: Platform, keeping: number): () => void {
  let ended = false;
  let cancel = (): void => undefined;
  const sweep = async (): Promise<void> => {
    try {
      while (!ended && (await store.events.expire(platform.now() - keeping, batch)) === batch);
    } catch (error) {
      if (!ended) platform.log.warn({ error: String(error) }, 'events that are kept no longer could not be removed');
    }
    if (!ended) cancel = platform.after(intervalMs, () => void sweep());
  };
  cancel = platform.after(intervalMs, () => void sweep());
  return () => {
    ended = true;
    cancel();
  };
}
