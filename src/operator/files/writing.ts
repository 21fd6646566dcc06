import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, realpathSync, renameSync, rmSync, type Stats, statSync, writeFileSync } from 'node:fs';
import { CommandError } from '../command-error.ts';

/** Replaces a file by a complete one, so that a full disk leaves the old one. Throws a `CommandError` if it cannot be written. */
export function writeText(file: string, text: string): void {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    const target = found === undefined ? file : realpathSync(file);
    const partial = getPartialPath(target);
    try {
      writeFileSync(partial, text, { flag: 'wx' });
      if (found !== undefined) keepAccess(partial, found);
      renameSync(partial, target);
    } catch (error) {
      rmSync(partial, { force: true });
      // A mounted file, or one in a read-only folder, cannot be replaced, only rewritten.
      if (found === undefined || !fixed.includes(String((error as NodeJS.ErrnoException).code))) throw error;
      writeFileSync(target, text);
    }
  } catch (error) {
    throw createWriteError(file, error);
  }
}

const fixed = ['EACCES', 'EPERM', 'EBUSY', 'EROFS'];

function keepAccess(file: string, { mode, uid, gid }: Stats): void {
  chmodSync(file, mode & 0o7777);
  const made = statSync(file);
  if (made.uid !== uid || made.gid !== gid) chownSync(file, uid, gid);
}

/** Returns a unique path next to a file, under which it is written until it is complete. */
export function getPartialPath(path: string): string {
  return `${path}.${randomBytes(4).toString('hex')}.partial`;
}

/** Creates the error for a file that cannot be written. */
export function createWriteError(file: string, error: unknown): CommandError {
  const { code } = error as NodeJS.ErrnoException;
  const why: Readonly<Record<string, string>> = {
    ENOENT: 'its folder does not exist',
    EISDIR: 'it is a folder',
    EACCES: 'this user must not write there',
    ENOSPC: 'the disk is full',
    EFBIG: 'the file is too large',
  };
  return new CommandError(`Failed to write ${file}: ${why[code ?? ''] ?? code ?? 'unknown reason'}.`);
}
