import { StoreTimeoutError, StoreUnavailableError, TransactionIdleError } from '../../../contracts/store.ts';

/** An error of PostgreSQL: its SQLSTATE and, of a constraint, its name and table. */
export interface Failure extends Error {
  readonly code?: string;
  readonly constraint?: string;
  readonly table?: string;
}

/** SQLSTATEs that are asked for by name. */
export const states = {
  notUnique: '23505',
  tooLong: '54000',
  dangling: '23503',
  idle: '25P03',
  failedBefore: '25P02',
  stopped: '57014',
} as const;

/** Each SQLSTATE of PostgreSQL has a digit; codes of the operating system are as long, such as `EPIPE`, but have none. */
const sqlState = /^(?=.*[0-9])[0-9A-Z]{5}$/;

/** Another transaction came between, or holds a lock for too long: run again, the work may succeed. */
export function mayBeRunAgain(error: unknown): boolean {
  const { code } = error as Failure;
  return code === '40001' || code === '40P01' || code === '55P03';
}

/**
 * The error as the store throws it: `StoreUnavailableError` for a server that cannot be reached, is short of something, is
 * ending or cannot write, `StoreTimeoutError` for a statement that took too long; any other as it is.
 */
export function toStoreError(error: unknown): Error {
  if (error instanceof StoreUnavailableError || error instanceof StoreTimeoutError) return error;
  const { code = '', message } = error as Failure;
  if (error instanceof TransactionIdleError) return error;
  if (code === states.idle) return new TransactionIdleError({ cause: error });
  if (code === states.stopped) return new StoreTimeoutError(`the database: ${message}`, { cause: error });
  if (!isAway(error as Failure, code)) return error instanceof Error ? error : new Error(String(error));
  return new StoreUnavailableError(`the database: ${message}`, { cause: error });
}

/** Returns the error of a transaction that PostgreSQL rolled back because this process stood still. */
export function createStoodStillError(cause: unknown): StoreUnavailableError {
  const message = 'this process was blocked for more than a second inside a transaction, which was rolled back';
  return new StoreUnavailableError(message, { cause });
}

/** The connection is gone, whatever became of what was asked over it. */
export function isLost(error: unknown): boolean {
  const { code = '' } = error as Failure;
  return /^(08|57P)/.test(code) || (isAway(error as Failure, code) && !sqlState.test(code));
}

/** Classes 08, 53, 57, 58 and no SQLSTATE at all: the connection, resources, an operator, the system. */
function isAway(error: Failure, code: string): boolean {
  if (/^(08|53|57|58)/.test(code) || ['25006', '55P03', '40001', '40P01'].includes(code)) return true;
  if (!(error instanceof Error) || sqlState.test(code)) return false;
  return /^E[A-Z]+$/.test(code) || /^connection terminated|^no connection within|not queryable$/i.test(error.message);
}
