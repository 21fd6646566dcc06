import { once } from 'node:events';
import {
  closeSync,
  createWriteStream,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { CommandError } from '../command-error.ts';
import { getDefaultStore } from './default-store.ts';
import { getModuleFile } from './module-files.ts';
import { createWriteError, getPartialPath } from './writing.ts';

/** The files that a command may replace with its output. */
export interface Replacing {
  readonly document: string;
  /** Addresses of stores in addition to the default store. */
  readonly stores: readonly (string | undefined)[];
  readonly force: boolean;
  /** Recognizes an earlier output of the same command by its first bytes. */
  readonly own?: (start: string) => boolean;
}

const storeEnds = ['', '-wal', '-shm', '-journal', '-served'];
const sqliteHeader = 'SQLite format 3\0';

/**
 * Returns the path to write for `--out`, links followed. Throws a `CommandError` for the document, its module, its store, any
 * SQLite database and whatever is not a regular file; for another file that exists, unless `force` or `own` allows it.
 */
export function resolveWritablePath(path: string, { document, stores, force, own }: Replacing): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) throw createWriteError(path, { code: 'EISDIR' });
  const link = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  if ((found === undefined && link) || found?.isFile() === false) {
    const what = found === undefined ? 'a link to a file that does not exist' : 'not a regular file';
    throw new CommandError(`${path} is ${what}. Name a file, or write \`-\` for standard output.`);
  }
  const files = [getDefaultStore(document), ...stores].flatMap((address) =>
    address?.startsWith('sqlite:') === true ? storeEnds.map((end) => `${address.slice('sqlite:'.length)}${end}`) : [],
  );
  const never: readonly (readonly [string, string])[] = [
    [document, 'the document'],
    [getModuleFile(document), 'the code of the document'],
    ...files.map((file) => [file, 'part of the store'] as const),
  ];
  for (const [file, what] of never) {
    if (isSame(path, found, file))
      throw new CommandError(`${path} is ${what} and is never replaced. Name another file.`);
  }
  if (found === undefined) return path;
  const start = readFirstBytes(path);
  if (start.startsWith(sqliteHeader)) {
    throw new CommandError(`${path} is an SQLite database and is never replaced. Name another file.`);
  }
  if (force || own?.(start) === true) return realpathSync(path);
  throw new CommandError(`${path} already exists. Add --force to replace it, or name another file.`);
}

function isSame(path: string, found: Stats | undefined, other: string): boolean {
  if (resolveRealPath(path) === resolveRealPath(other)) return true;
  const there = statSync(other, { throwIfNoEntry: false });
  return found !== undefined && there?.ino === found.ino && there.dev === found.dev;
}

/** The path of a file that need not exist, in a folder without links. */
function resolveRealPath(path: string): string {
  const whole = resolve(path);
  try {
    return join(realpathSync(dirname(whole)), basename(whole));
  } catch {
    return whole;
  }
}

/** The first bytes of a file; empty if it cannot be read. */
function readFirstBytes(path: string): string {
  try {
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(100);
      return bytes.toString('latin1', 0, readSync(file, bytes));
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}

/** A file that gets its name only when it is complete. */
export interface OutFile {
  line(text: string): Promise<void> | void;
  keep(): Promise<void>;
  remove(): void;
}

/** Opens a file for lines, readable by its owner alone. Throws a `CommandError` if it cannot be written. */
export async function openOutFile(path: string): Promise<OutFile> {
  const partial = getPartialPath(path);
  const stream = createWriteStream(partial, { mode: 0o600, flags: 'wx' });
  let failure: unknown;
  stream.on('error', (error) => {
    failure ??= error;
  });
  const wait = async (event: string): Promise<void> => {
    try {
      if (failure === undefined) await once(stream, event);
    } catch (error) {
      failure ??= error;
    }
    if (failure !== undefined) throw createWriteError(path, failure);
  };
  await wait('open');
  const forget = removeWhenEnded(partial);
  return {
    async line(text) {
      if (!stream.write(`${text}\n`)) await wait('drain');
    },
    async keep() {
      stream.end();
      await wait('close');
      try {
        renameSync(partial, path);
      } catch (error) {
        throw createWriteError(path, error);
      }
      forget();
    },
    remove() {
      stream.destroy();
      rmSync(partial, { force: true });
      forget();
    },
  };
}

/** Removes a file if a signal ends the process; returns what ends this. */
function removeWhenEnded(partial: string): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const end = (signal: NodeJS.Signals): void => {
    forget();
    rmSync(partial, { force: true });
    process.kill(process.pid, signal);
  };
  const forget = (): void => {
    for (const signal of signals) process.off(signal, end);
  };
  for (const signal of signals) process.on(signal, end);
  return forget;
}
