import type { Deliveries } from '../../contracts/deliveries.ts';
import {
  type Store,
  StoreConflictError,
  StoreOverloadedError,
  StoreTimeoutError,
  StoreUnavailableError,
} from '../../contracts/store.ts';
import { Durations } from './durations.ts';

/** Counters of a metered store. */
export interface StoreCounts {
  /** Durations of write transactions, from the request to the answer of the store: their wait in its queue is part of them. */
  readonly writes: Durations;
  /** Write transactions that wait or run. */
  inProgress: number;
  /** Failed write transactions by cause. */
  readonly failures: Record<'unavailable' | 'overloaded' | 'conflict' | 'timeout', number>;
  /** Attempts of deliveries by result. */
  readonly attempts: Record<'delivered' | 'retried' | 'failed', number>;
}

/** Wraps a store so that its write transactions and the results of deliveries are counted. */
export function meterStore(store: Store): { readonly store: Store; readonly counts: StoreCounts } {
  const counts: StoreCounts = {
    writes: new Durations(),
    inProgress: 0,
    failures: { unavailable: 0, overloaded: 0, conflict: 0, timeout: 0 },
    attempts: { delivered: 0, retried: 0, failed: 0 },
  };
  const { writes, failures } = counts;
  const write: Store['write'] = async (work, how) => {
    const began = performance.now();
    counts.inProgress++;
    try {
      return await store.write(work, how);
    } catch (error) {
      if (error instanceof StoreOverloadedError) failures.overloaded++;
      else if (error instanceof StoreConflictError) failures.conflict++;
      else if (error instanceof StoreUnavailableError) failures.unavailable++;
      else if (error instanceof StoreTimeoutError) failures.timeout++;
      throw error;
    } finally {
      counts.inProgress--;
      writes.add(performance.now() - began);
    }
  };
  return { store: { ...store, write, deliveries: meterDeliveries(store.deliveries, counts.attempts) }, counts };
}

function meterDeliveries(deliveries: Deliveries, attempts: StoreCounts['attempts']): Deliveries {
  return {
    ...deliveries,
    async complete(leaseOwner, completed, now) {
      await deliveries.complete(leaseOwner, completed, now);
      for (const { state, attempts: made } of completed) {
        if (made !== undefined) attempts[state === 'waiting' ? 'retried' : state]++;
      }
    },
  };
}
