import type { StoreOptions } from '../../../options.ts';

/** So long the server works on a statement. */
export const statementTimeoutMs = 30_000;

/** Settings of each connection that reads. Query plans follow the promised indexes whatever the statistics of a table are. */
export const reading: readonly string[] = /* not a message */ [
  `statement_timeout = ${statementTimeoutMs}`,
  'plan_cache_mode = force_generic_plan',
  'enable_seqscan = off',
  'enable_sort = off',
  'enable_incremental_sort = off',
  'enable_bitmapscan = off',
  'jit = off',
  "default_transaction_isolation = 'read committed'",
];

/** So long a transaction may wait for what is asked next. */
export const idleTimeoutMs = 1_000;

/** Settings of each connection that writes: work that awaits something else holds its locks for at most one second. */
export function listWriteSettings(durability: StoreOptions['durability']): readonly string[] {
  const commit = `synchronous_commit = ${durability === 'full' ? 'on' : 'off'}`;
  return [...reading, commit, `idle_in_transaction_session_timeout = ${idleTimeoutMs}`];
}
