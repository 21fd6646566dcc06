import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StoreError, TransientStoreError } from '../../store-error.ts';
import { getErrorMessage, isDamage } from '../failures.ts';

/** Why a database could not be opened, in words where the error's own leave it open. */
export function createOpenError(place: string, error: unknown): StoreError {
  if (isNotDatabase(error)) {
    return new StoreError(`${place} is not an SQLite database. Name another file with --store.`, { cause: error });
  }
  if (isDamage(error)) return createDamageError(place, error);
  const Kind = transient.has(((error as { readonly errcode?: number }).errcode ?? 0) & 0xff)
    ? TransientStoreError
    : StoreError;
  return new Kind(`The database ${place} cannot be opened: ${explainOpenFailure(place, error)}.`, { cause: error });
}

/** The error of a database whose bytes cannot be read. */
export function createDamageError(place: string, error: unknown): StoreError {
  const why = `The database ${place} is damaged: ${getErrorMessage(error)}. Restore a backup (docs/backup.md).`;
  return new StoreError(why, { cause: error });
}

/** Whether SQLite found a file that is not a database: SQLITE_NOTADB. */
function isNotDatabase(error: unknown): boolean {
  return error instanceof Error && (error as { readonly errcode?: number }).errcode === 26;
}

/** SQLITE_FULL. */
const full = 13;
/** Causes that pass: SQLITE_BUSY, SQLITE_LOCKED, SQLITE_NOMEM, SQLITE_FULL. */
const transient: ReadonlySet<number> = new Set([5, 6, 7, full]);

function explainOpenFailure(place: string, error: unknown): string {
  if (statSync(place, { throwIfNoEntry: false })?.isDirectory()) return 'it is a folder';
  if (!existsSync(dirname(place))) return 'its folder does not exist';
  const said = getErrorMessage(error);
  return (error as { readonly errcode?: number }).errcode === full ? `${said}. Free space on its disk` : said;
}
