import { holdsSealed } from '../codegen/encryption.ts';
import type { Host } from '../contracts/platform.ts';
import type { Store } from '../contracts/store.ts';
import type { Plan } from '../plan/plan.ts';

const everyMilliseconds = 60_000;
/** So many are removed in one transaction: nobody waits long behind it. */
const batch = 500;

/**
 * Removes the outcomes of idempotency keys and the replaced secrets that are no longer kept, once a minute and in batches. Gives
 * what ends it; a service that keeps every outcome for good, or none, and no secrets has nothing to remove.
 */
export function expireOutcomes(plan: Plan, store: Store, host: Host): () => void {
  const secrets = plan.resources.some(holdsSealed);
  if (!secrets && !plan.operations.some(({ idempotency }) => idempotency?.keptFor !== undefined))
    return () => undefined;
  let ended = false;
  let cancel = (): void => undefined;
  const sweep = async (): Promise<void> => {
    try {
      while (!ended && (await store.expireOutcomes(host.now(), batch)) >= batch);
    } catch (error) {
      if (!ended)
        host.log.warn(
          { error: String(error) },
          'outcomes of idempotency keys and replaced secrets could not be removed',
        );
    }
    if (!ended) cancel = host.after(everyMilliseconds, () => void sweep());
  };
  cancel = host.after(everyMilliseconds, () => void sweep());
  return () => {
    ended = true;
    cancel();
  };
}
