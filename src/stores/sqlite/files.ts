import { type Stats, statSync } from 'node:fs';
import type { Host } from '../../steps/host.ts';
import { StoreUnavailable } from '../../steps/store.ts';

/** The files of an open database, compared with the files at their paths. */
export interface WatchedFiles {
  /** Throws StoreUnavailable if the last comparison found another file, or none. */
  check(): void;
  /** Compares the database and its log now, then does what `check` does. */
  compare(): void;
  /** Ends the comparisons. */
  end(): void;
}

const everyMilliseconds = 1_000;

/**
 * Compares the files of an open database with those at their paths, once a second: the database, its log, the index of the log,
 * and the lock file of those who serve from it. What is written to a deleted file ends with the process.
 */
export function watchFiles(place: string, host: Host): WatchedFiles {
  const files = ['', '-wal', '-shm', '-served'].map((end) => ({ path: place + end, open: found(place + end) }));
  const [database, log] = [files[0]!, files[1]!];
  let wrong: string | undefined;
  const tell = (line: string): void => {
    host.log.error({ path: place }, line);
    host.log.notice?.(line);
  };
  const look = (): void => {
    const before = wrong;
    wrong = undefined;
    for (const { path, open } of files) {
      const now = found(path);
      if (same(now, open)) continue;
      const what = now === undefined ? 'deleted' : 'replaced by another';
      wrong ??= `the file ${path} was ${what} under the running service`;
    }
    if (before !== undefined && wrong === undefined) tell(`the file ${place} is there again: the service goes on.`);
    if (before === undefined && wrong !== undefined) {
      tell(
        `${wrong}: every request is unavailable (503) until it is back. This process still holds what it has stored.`,
      );
    }
  };
  const check = (): void => {
    if (wrong !== undefined) throw new StoreUnavailable(wrong);
  };
  let cancel = (): void => undefined;
  const beat = (): void => {
    look();
    cancel = host.after(everyMilliseconds, beat);
  };
  cancel = host.after(everyMilliseconds, beat);
  return {
    check,
    compare() {
      if (!same(found(database.path), database.open) || !same(found(log.path), log.open)) look();
      check();
    },
    end: () => cancel(),
  };
}

const found = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false });

function same(one: Stats | undefined, other: Stats | undefined): boolean {
  return one?.ino === other?.ino && one?.dev === other?.dev;
}
