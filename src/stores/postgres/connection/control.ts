import type { Statement } from './connect.ts';

/** Begins a transaction. */
export const begin: Statement = { text: 'BEGIN' };
/**
 * Begins a serializable transaction. It gives a lock up soon: the change that it waits for would be a conflict anyway, and PostgreSQL looks for
 * deadlocks only after a second.
 */
export const beginSerializable: Statement = {
  text: 'BEGIN ISOLATION LEVEL SERIALIZABLE; SET LOCAL lock_timeout = 100',
};
/** Ends a transaction: what it wrote stays. */
export const commit: Statement = { text: 'COMMIT' };
/** Ends a transaction: nothing of it stays. */
export const rollback: Statement = { text: 'ROLLBACK' };

/** Before one statement that may fail and be undone alone. */
export const savepoint: Statement = { text: 'SAVEPOINT step' };
/** After a statement that did not fail. */
export const release: Statement = { text: 'RELEASE step' };
/** Undoes one that failed. */
export const rollbackTo: Statement = { text: 'ROLLBACK TO step' };

/** Before a piece of work that may be undone alone. */
export const attempt: Statement = { text: 'SAVEPOINT attempt' };
/** Keeps what the work did. */
export const keepAttempt: Statement = { text: 'RELEASE attempt' };
/** Undoes what the work did. */
export const undoAttempt: Statement = { text: 'ROLLBACK TO attempt' };

/** Begins a transaction that sees one snapshot; its statements take at most `milliseconds` together. `SET LOCAL` ends with the transaction. */
export function beginReading(milliseconds: number | undefined): Statement {
  const text = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
  if (milliseconds === undefined) return { text };
  return { text: `${text}; SET LOCAL statement_timeout = ${Math.max(1, Math.ceil(milliseconds))}` };
}
