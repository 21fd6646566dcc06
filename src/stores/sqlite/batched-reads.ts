import type { DatabaseSync } from 'node:sqlite';

/** The transaction that the reads of one turn of the event loop share. */
export interface SharedRead {
  /** Called before each statement that reads outside a transaction of its own. */
  read(): void;
  /** Called before each statement that writes, and before the connection is closed. */
  end(): void;
}

/**
 * Makes it for a connection. A statement that stands alone takes and gives back the locks of the file, which costs a third of a
 * read by key: from the second read of a turn on they are held until the turn, or the next write, ends. What another connection
 * commits meanwhile is seen in the next turn. `check` throws while nothing may be read.
 */
export function createSharedRead(database: DatabaseSync, check: () => void = () => undefined): SharedRead {
  const begin = database.prepare('BEGIN');
  const commit = database.prepare('COMMIT');
  let reads: 'none' | 'one' | 'shared' = 'none';
  const end = (): void => {
    if (reads === 'shared') commit.run();
    if (reads !== 'none') reads = 'one';
  };
  const turned = (): void => {
    end();
    reads = 'none';
  };
  return {
    read() {
      check();
      if (reads === 'shared') return;
      if (reads === 'none') {
        reads = 'one';
        setImmediate(turned);
      } else if (!database.isTransaction) {
        begin.run();
        reads = 'shared';
      }
    },
    end,
  };
}
