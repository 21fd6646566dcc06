import { closeSync, openSync } from 'node:fs';

/**
 * Creates an empty file that only its owner can read and write, whatever the umask; an existing one stays unchanged. SQLite gives the mode
 * of a database to its log and its index. Errors are left to the process that opens the file.
 */
export function createOwned(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch {}
}
