import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StoreError } from '../../store-error.ts';

/** Why a database could not be opened, in words where the error's own leave it open. */
export function createOpenError(place: string, error: unknown): StoreError {
  return new StoreError(`The database ${place} cannot be opened: ${explainOpenFailure(place, error)}.`, {
    cause: error,
  });
}

/** SQLITE_FULL. */
const full = 13;

function explainOpenFailure(place: string, error: unknown): string {
  if (statSync(place, { throwIfNoEntry: false })?.isDirectory()) return 'it is a folder';
  if (!existsSync(dirname(place))) return 'its folder does not exist';
  const said = error instanceof Error ? error.message : String(error);
  return (error as { readonly errcode?: number }).errcode === full ? `${said}. Make room on its disk` : said;
}
