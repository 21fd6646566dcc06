import { type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Platform } from '../../../contracts/platform.ts';
import { StoreUnavailableError } from '../../../contracts/store.ts';

/** The files of an open database, compared with the files at their paths. */
export interface WatchedFiles {
  /** Throws StoreUnavailableError if the last comparison found another file, or none. */
  check(): void;
  /** Compares the files if a name in their folder has changed since the last comparison, then does what `check` does. */
  compare(): void;
  /** Ends the comparisons. */
  end(): void;
}

const intervalMs = 1_000;

/**
 * Compares the files of an open database with those at their paths, once a second: the database, its log, the index of the log, and the
 * lock file of serving processes. Writes to a deleted file are lost when the process ends.
 */
export function watchFiles(place: string, platform: Platform): WatchedFiles {
  const files = ['', '-wal', '-shm', '-served'].map((end) => ({ path: place + end, open: findFile(place + end) }));
  const folder = dirname(place);
  let changed = readChangeTime(folder);
  let wrong: string | undefined;
  const tell = (line: string): void => {
    platform.log.error({ path: place }, line);
    platform.log.notice?.(line);
  };
  const look = (): void => {
    const before = wrong;
    wrong = undefined;
    // First of all: what changes while the files are compared is seen by the next comparison.
    changed = readChangeTime(folder);
    for (const { path, open } of files) {
      const now = findFile(path);
      if (isSameFile(now, open)) continue;
      const what = now === undefined ? 'deleted' : 'replaced';
      wrong ??= `the file ${path} was ${what} while the service runs`;
    }
    if (before !== undefined && wrong === undefined) tell(`the file ${place} exists again: the service continues.`);
    if (before === undefined && wrong !== undefined) {
      tell(`${wrong}: requests are rejected (503) until it is back. This process still has all stored data.`);
    }
  };
  const check = (): void => {
    if (wrong !== undefined) throw new StoreUnavailableError(wrong);
  };
  let cancel = (): void => undefined;
  const beat = (): void => {
    look();
    cancel = platform.after(intervalMs, beat);
  };
  cancel = platform.after(intervalMs, beat);
  return {
    check,
    compare() {
      // A file that is deleted, moved or replaced changes its folder: one question to the system instead of one for each file.
      if (readChangeTime(folder) !== changed) look();
      check();
    },
    end: () => cancel(),
  };
}

/** When a name in a folder was last given or taken away, in milliseconds. */
const readChangeTime = (folder: string): number | undefined => statSync(folder, { throwIfNoEntry: false })?.mtimeMs;

const findFile = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false });

function isSameFile(file: Stats | undefined, other: Stats | undefined): boolean {
  return file?.ino === other?.ino && file?.dev === other?.dev;
}
