import type { Platform } from '../contracts/platform.ts';

/** How a store is opened. */
export interface StoreOptions {
  readonly platform: Platform;
  /** `full`: a write resolves when it would outlive a loss of power; `process`: when it would outlive the process. */
  readonly durability: 'full' | 'process';
  /** Called once when the store was migrated to another document: it takes nothing more. */
  readonly outdated?: (why: string) => void;
  /** The replica that answers reads; undefined if the store answers all. */
  readonly readFrom?: ReplicaOptions;
}

/** How long a read waits for a replica if the operator says nothing, in milliseconds. */
export const defaultReadWait = 50;

/** Which replica answers reads. */
export interface ReplicaOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly address: string;
  /** How long a read waits until the replica has applied earlier writes, in milliseconds. */
  readonly wait: number;
}
