import { StoreDamagedError, StoreUnavailableError } from '../../contracts/store.ts';

/** CORRUPT, NOTADB. */
const damaged: ReadonlySet<number> = new Set([11, 26]);
/**
 * SQLite's result codes for what is wrong with the disk, the memory, the file or its locks, and not with the statement: BUSY, LOCKED,
 * NOMEM, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL, NOTADB.
 */
const away: ReadonlySet<number> = new Set([5, 6, 7, 8, 10, 11, 13, 14, 15, 26]);

/** The error as the store throws it: `StoreUnavailableError` for a database that cannot be read or written now; any other as it is. */
export function toStoreError(error: unknown): Error {
  const { errcode } = error as { readonly errcode?: number };
  // The upper bytes say more exactly what it was.
  if (errcode !== undefined && away.has(errcode & 0xff)) {
    const Kind = isDamage(error) ? StoreDamagedError : StoreUnavailableError;
    return new Kind((error as Error).message, { cause: error });
  }
  return error instanceof Error ? error : new Error(String(error));
}

/** Whether SQLite could not read what the file contains. */
export function isDamage(error: unknown): boolean {
  const { errcode } = error as { readonly errcode?: number };
  return errcode !== undefined && damaged.has(errcode & 0xff);
}

/** Whether a read failed because a whole number in the file is beyond 2^53 − 1. */
export function isBeyondNumbers(error: unknown): boolean {
  return (error as { readonly code?: string }).code === 'ERR_OUT_OF_RANGE';
}

/** The error of work of which nothing counts, whatever it was. */
export function toUnavailableError(error: unknown): StoreUnavailableError {
  if (error instanceof StoreUnavailableError) return error;
  return new StoreUnavailableError(getErrorMessage(error), { cause: error });
}

/** The message of whatever was thrown. */
export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
