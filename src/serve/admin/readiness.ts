import type { Platform } from '../../contracts/platform.ts';
import type { ReplicaStatus } from '../../contracts/store.ts';
import { answersInTime, type Metered } from '../metrics/collect.ts';
import { createWritableCheck } from './write-probe.ts';

/** Why a service is not ready. */
export type Unready = 'starting' | 'shutting down' | 'document outdated' | 'store unreachable' | 'store not writable';

/** Knows whether a service can answer requests. */
export interface Readiness {
  /** The service that is served from now on. */
  serves(metered: Metered): void;
  /** From now on the service is not ready, for this reason. */
  ends(reason: 'shutting down' | 'document outdated'): void;
  /** Returns why the service is not ready; empty if it is. The store is asked at each call, and written to every few seconds. */
  reasons(): Promise<readonly Unready[]>;
  /** Returns the state of the replica that answers reads; undefined if there is none. */
  replica(): ReplicaReport | undefined;
}

/** The state of a replica, as `/readyz` shows it. A service is ready without it. */
export interface ReplicaReport {
  readonly state: ReplicaStatus['state'];
  readonly lag_seconds?: number;
}

/** Creates the readiness of a service that starts. A service that is served fits its database: opening the store checks that. */
export function createReadiness(platform: Platform): Readiness {
  let served: Metered | undefined;
  const ended = new Set<Unready>();
  let asking: Promise<boolean> | undefined;
  let checkWritable = async (): Promise<boolean> => true;
  return {
    serves(metered) {
      served = metered;
      checkWritable = createWritableCheck(metered.store, platform);
    },
    ends: (reason) => void ended.add(reason),
    replica() {
      const status = served?.store.replica?.status();
      if (status === undefined) return undefined;
      const { state, lag } = status;
      return { state, ...(lag === undefined ? {} : { lag_seconds: Math.round(lag) / 1_000 }) };
    },
    async reasons() {
      if (ended.size > 0) return [...ended];
      if (served === undefined) return ['starting'];
      // Several probes at once ask the store once.
      asking ??= answersInTime(served.store, platform).finally(() => {
        asking = undefined;
      });
      const alive = await asking;
      const isWritable = !alive || (await checkWritable());
      if (ended.size > 0) return [...ended];
      if (!alive) return ['store unreachable'];
      return isWritable ? [] : ['store not writable'];
    },
  };
}
