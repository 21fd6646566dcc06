import type { StatementResult } from './connect.ts';
import { LockingSession } from './session.ts';

/** The state of a transaction for the code that runs its work: to be run again, failed or committed. */
export abstract class TransactionState extends LockingSession {
  /** The work must run again, whatever it returns: after a conflict, or because it needs savepoints. */
  again: 'as it was' | 'guarded' | undefined;
  /** The first error that is not a conflict; with it nothing can be committed. */
  failure: Error | undefined;
  begun = false;
  /** It is serializable. */
  serializable = false;
  /** Its work was run before and lost against another transaction. */
  ranBefore = false;
  /** The answer to the commit, where it was sent along with the last write. */
  committed: Promise<StatementResult> | undefined;
  /** It has written events. */
  recorded = false;
}
