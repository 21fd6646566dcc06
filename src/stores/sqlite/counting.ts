import type { CountingSession } from '../service-tables/rates.ts';
import type { SharedRead } from './batched-reads.ts';
import { toUnavailableError } from './failures.ts';
import { createGuardedSession, type Statements } from './session.ts';

/**
 * Creates the session that counts in the tables of the file, each time in a transaction of its own, so that several processes may share it.
 * It runs synchronously: a standalone statement costs less than its turn in the queue of writes.
 */
export function createCountingSession(statements: Statements, sharedRead: SharedRead): CountingSession {
  const session = createGuardedSession(statements, sharedRead.end, toUnavailableError);
  return { ...session, runOnce: session.run, runAlone: session.run, lost: () => 0 };
}
