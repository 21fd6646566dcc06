import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';

/** The maximum size of a file that Nonet reads as a whole: a document, a module, a file of a setting. */
export const maxFileBytes = 5 * 1024 * 1024;

/** The `code` of an error, in words for people, of a file that Nonet does not read. */
export const fileFaults = {
  notRegular: 'not a regular file',
  tooLarge: 'larger than 5 MiB',
  outside: 'outside',
} as const;

/**
 * Reads a regular file, whatever links lead to it. Throws an error with a `code`: one of `fileFaults` for a device, a pipe, a socket
 * and a file above `most` bytes, else the code of the system.
 */
export function readRegularFile(path: string, most = maxFileBytes): Buffer {
  // Without O_NONBLOCK, opening a pipe waits for its writer. Windows has neither.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const found = fstatSync(file);
    if (!found.isFile()) throw createFileError(found.isDirectory() ? 'EISDIR' : fileFaults.notRegular);
    // The size that the system states may be wrong: files of /proc have 0 bytes.
    const bytes = Buffer.alloc(Math.min(found.size, most) + 1);
    const pieces: Buffer[] = [];
    let size = 0;
    for (let read = -1; read !== 0; size += read) {
      if (size > most) throw createFileError(fileFaults.tooLarge);
      read = readSync(file, bytes);
      pieces.push(Buffer.from(bytes.subarray(0, read)));
    }
    return Buffer.concat(pieces, size);
  } finally {
    closeSync(file);
  }
}

/**
 * Resolves the links of a path. Throws an error with the `code` `fileFaults.outside` if the file is in none of the folders, or if its
 * name or the name that a link gives it does not match; else with the code of the system.
 */
export function resolveInside(path: string, folders: readonly string[], name: RegExp): string {
  const file = realpathSync(path);
  if (name.test(path) && name.test(file) && folders.some((folder) => isInside(file, realpathSync(folder)))) return file;
  throw createFileError(fileFaults.outside);
}

/** True for the path of a file in a folder or below it. Resolves no links. */
export function isInside(file: string, folder: string): boolean {
  const way = relative(resolve(folder), dirname(resolve(file)));
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function createFileError(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}
