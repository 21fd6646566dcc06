import { writeFileSync } from 'node:fs';
import { CommandFailure } from './terminal.ts';

/** Writes a file; what stands in the way is a `CommandFailure`. */
export function writeText(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw notWritten(file, error);
  }
}

/** Why a file could not be written. */
export function notWritten(file: string, error: unknown): CommandFailure {
  const { code } = error as NodeJS.ErrnoException;
  const why: Readonly<Record<string, string>> = {
    ENOENT: ': its folder does not exist',
    EISDIR: ': it is a folder',
    EACCES: ' by this user',
    ENOSPC: ': the disk is full',
    EFBIG: ': the limit of the size of a file is reached',
  };
  return new CommandFailure(`${file} cannot be written${why[code ?? ''] ?? ` (${code ?? 'unknown reason'})`}.`);
}
