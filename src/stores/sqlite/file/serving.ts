import { DatabaseSync } from 'node:sqlite';
import { StoreError, StoreInUseError } from '../../store-error.ts';
import { createOwned } from './owned.ts';

/** Says that somebody serves from a database, or that somebody changes its tables; it ends with its process at the latest. */
export interface Hold {
  end(): void;
}

interface Shared {
  count: number;
  lock: DatabaseSync;
}

/** A starting service waits this long for a process that changes the tables. */
const patience = 1_000;

/** The databases that this process serves: it may change the tables itself, to serve the next document. */
const served = new Map<string, Shared>();

/**
 * Locks a database for serving, shared with other serving processes. Before that it calls `alone` if no process serves from it. Throws a
 * StoreInUseError while its tables are being changed.
 */
export function holdServed(place: string, alone: () => void = () => undefined): Hold {
  const known = served.get(place);
  if (known === undefined) {
    runAlone(place, alone);
    served.set(place, { count: 1, lock: openShared(place) });
  } else known.count++;
  let ended = false;
  return {
    end() {
      if (ended) return;
      ended = true;
      const mine = served.get(place)!;
      mine.count--;
      if (mine.count > 0) return;
      served.delete(place);
      mine.lock.close();
    },
  };
}

/** Holds a database to change its tables. Throws a StoreInUseError while another process serves from it. */
export function holdAlone(place: string): Hold {
  const own = served.get(place);
  own?.lock.close();
  const again = (): void => {
    if (own !== undefined) own.lock = openShared(place);
  };
  const lock = openLockFile(place, 0);
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    again();
    throw new StoreInUseError(
      `The database ${place} is served by a running process, so its tables cannot be changed. Stop the service first.`,
    );
  }
  return {
    end() {
      if (!lock.isOpen) return;
      lock.close();
      again();
    },
  };
}

function runAlone(place: string, work: () => void): void {
  const lock = openLockFile(place, 0);
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    return;
  }
  try {
    work();
  } finally {
    lock.close();
  }
}

function openShared(place: string): DatabaseSync {
  const lock = openLockFile(place, patience);
  try {
    // A reading transaction holds SQLite's own shared lock for as long as it is open.
    lock.exec('BEGIN; SELECT name FROM sqlite_schema');
    return lock;
  } catch {
    lock.close();
    throw new StoreInUseError(`The database ${place} is being migrated. Start the service again when that is done.`);
  }
}

/** An empty database next to the database, only for its locks: they end with the process, however it ends. */
function openLockFile(place: string, timeout: number): DatabaseSync {
  try {
    createOwned(`${place}-served`);
    return new DatabaseSync(`${place}-served`, { timeout });
  } catch (error) {
    throw new StoreError(`The file ${place}-served cannot be opened: ${(error as Error).message}.`, { cause: error });
  }
}
