import type { CompletedDelivery } from '../../contracts/deliveries.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { Store } from '../../contracts/store.ts';

/** The maximum number of results in one transaction. */
const piece = 500;
/** The milliseconds that results wait for the results of other attempts in flight: a transaction costs more than its rows. */
const patienceMs = 5;

/** Stores the results of attempts in batches. */
export interface CompletionWriter {
  /** Stores the result of a delivery to a subscriber soon; at once if no other attempt is in flight. */
  add(completed: CompletedDelivery, subscriber: string): void;
  /** Stores the results that wait, also the results of a failed write. */
  flush(): void;
  /** Stores the results that wait. Resolves when they are stored or the store has failed. */
  drain(): Promise<void>;
}

/** The dependencies of a completion writer. */
export interface CompletionDependencies {
  readonly store: Store;
  readonly platform: Platform;
  readonly leaseOwner: string;
  /** Returns whether attempts are in flight whose results are worth waiting for. */
  others(): boolean;
  /** Called after each stored batch, with its subscribers. */
  written(subscribers: readonly string[]): void;
}

/** Creates a completion writer. */
export function createCompletionWriter(deps: CompletionDependencies): CompletionWriter {
  const { store, platform, leaseOwner, others, written } = deps;
  let waiting: { readonly completed: CompletedDelivery; readonly subscriber: string }[] = [];
  let turning = false;
  let running: Promise<void> | undefined;
  let planned: (() => void) | undefined;
  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, piece);
      try {
        const results = batch.map(({ completed }) => completed);
        await store.deliveries.complete(leaseOwner, results, platform.now());
      } catch (error) {
        waiting = [...batch, ...waiting];
        platform.log.warn({ error: String(error) }, 'failed to store delivery results');
        return;
      }
      written([...new Set(batch.map(({ subscriber }) => subscriber))]);
    }
  };
  const flush = (): void => {
    planned?.();
    planned = undefined;
    running ??= write().finally(() => {
      running = undefined;
    });
  };
  const turned = (): void => {
    turning = false;
    if (waiting.length === 0) return;
    if (waiting.length >= piece || !others()) flush();
    else planned ??= platform.after(patienceMs, flush);
  };
  return {
    flush,
    add(completed, subscriber) {
      waiting.push({ completed, subscriber });
      // Results of the same turn are written together.
      if (!turning) setImmediate(turned);
      turning = true;
    },
    async drain() {
      await running;
      flush();
      await running;
    },
  };
}
