import type { Host } from '../../steps/host.ts';
import type { Store } from '../../steps/store.ts';

const everyMilliseconds = 60_000;
const batch = 500;

/** Removes what was delivered or has failed of events that are kept no longer, once a minute; gives what ends it. */
export function expireDeliveries({ events, deliveries }: Store, host: Host): () => void {
  let ended = false;
  let cancel = (): void => undefined;
  const sweep = async (): Promise<void> => {
    try {
      const oldest = await events.oldest();
      while (!ended && (await deliveries.expire(oldest, batch)) === batch);
    } catch (error) {
      if (!ended) host.log.warn({ error: String(error) }, 'deliveries of old events could not be removed');
    }
    if (!ended) cancel = host.after(everyMilliseconds, () => void sweep());
  };
  cancel = host.after(everyMilliseconds, () => void sweep());
  return () => {
    ended = true;
    cancel();
  };
}
