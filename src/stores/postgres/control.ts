import type { Statement } from './connect.ts';

/** Begins a transaction; COMMIT and ROLLBACK end it. */
export const begin: Statement = { text: 'BEGIN' };
/** Begins one that is as if nothing else ran beside it. */
export const beginSerializable: Statement = { text: 'BEGIN ISOLATION LEVEL SERIALIZABLE' };
export const commit: Statement = { text: 'COMMIT' };
export const rollback: Statement = { text: 'ROLLBACK' };

/** Around one statement that may fail and be undone alone. */
export const savepoint: Statement = { text: 'SAVEPOINT step' };
export const release: Statement = { text: 'RELEASE step' };
export const rollbackTo: Statement = { text: 'ROLLBACK TO step' };

/** Around a piece of work that may be undone alone. */
export const attempt: Statement = { text: 'SAVEPOINT attempt' };
export const keepAttempt: Statement = { text: 'RELEASE attempt' };
export const undoAttempt: Statement = { text: 'ROLLBACK TO attempt' };
