import type { DatabaseSync } from 'node:sqlite';

/** The transaction that the reads of one turn of the event loop share. */
export interface SharedRead {
  /** Called before each statement that reads outside a transaction of its own. */
  read(): void;
  /** Called before each statement that writes, and before the connection is closed. It never throws. */
  end(): void;
}

/**
 * Creates the batched reads of a connection. A standalone statement takes and releases the file locks, which costs a third of a read by
 * key: from the second read of a tick on they are held until the tick, or the next write, ends. The next tick sees the commits of other
 * connections. `check` throws while reads are not allowed.
 */
export function createSharedRead(database: DatabaseSync, check: () => void = () => undefined): SharedRead {
  const begin = database.prepare('BEGIN');
  const commit = database.prepare('COMMIT');
  const rollback = database.prepare('ROLLBACK');
  let reads: 'none' | 'one' | 'shared' = 'none';
  // Nothing was written, so nothing is lost if this fails: an error of the file ends the transaction.
  const endTransaction = (): void => {
    for (const statement of [commit, rollback]) {
      if (!database.isTransaction) return;
      try {
        statement.run();
      } catch {
        // The next statement meets the same error and throws it.
      }
    }
  };
  const end = (): void => {
    if (reads === 'shared') endTransaction();
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
