/** The state of a replica, and how many reads it has answered. */
export interface ReplicaStatus {
  /** Only a replica that is `current` answers reads. */
  readonly state: 'current' | 'lagging' | 'unreachable';
  /** The age of the records on the replica in milliseconds, at most; undefined while it cannot be reached. */
  readonly lag?: number;
  /** The bytes of the log that it has not applied; undefined while it cannot be reached. */
  readonly lagBytes?: number;
  /** The number of reads that the replica has answered. */
  readonly reads: number;
  /** The number of reads that the store itself has answered instead, by reason. */
  readonly fallbacks: Readonly<Record<Fallback, number>>;
}

/** Why the store itself answers a read instead of its replica. */
export type Fallback = 'lagging' | 'unreachable' | 'failed';
