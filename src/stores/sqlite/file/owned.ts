import { closeSync, openSync } from 'node:fs';

/**
 * Creates an empty file that its owner alone may read and write, whatever the umask; one that exists stays as it is. SQLite gives
 * the mode of a database to its log and its index. An error is left to whoever opens the file.
 */
export function createOwned(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch {}
}
