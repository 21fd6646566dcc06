import { holdsSealed } from '../codegen/encryption.ts';
import type { Platform } from '../contracts/platform.ts';
import type { Store } from '../contracts/store.ts';
import type { Plan } from '../plan/plan.ts';

const intervalMs = 60_000;
/** So many are removed in one transaction: nobody waits long behind it. */
const batch = 500;

/**
 * Removes the outcomes of idempotency keys and the replaced secrets that are no longer kept, once a minute and in batches. Gives
 * what ends it; a service that keeps every outcome for good, or none, and no secrets has nothing to remove.
 */
export function expireStoredResponses(plan: Plan, store: Store, platform: Platform): () => void {
  const secrets = plan.resources.some(holdsSealed);
  if (!secrets && !plan.operations.some(({ idempotency }) => idempotency?.keptFor !== undefined))
    return () => undefined;
  let ended = false;
  let cancel = (): void => undefined;
  const sweep = async (): Promise<void> => {
    try {
      while (!ended && (await store.expireStoredResponses(platform.now(), batch)) >= batch);
    } catch (error) {
      if (!ended)
        platform.log.warn(
          { error: String(error) },
          'outcomes of idempotency keys and replaced secrets could not be removed',
        );
    }
    if (!ended) cancel = platform.after(intervalMs, () => void sweep());
  };
  cancel = platform.after(intervalMs, () => void sweep());
  return () => {
    ended = true;
    cancel();
  };
}
