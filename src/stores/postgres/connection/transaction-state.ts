import type { StatementResult } from './connect.ts';
import { LockingSession } from './session.ts';

/** What is known of a transaction, for whoever runs its work: whether it is to be run again, has failed or is committed. */
export abstract class TransactionState extends LockingSession {
  /** The work is to be run again, whatever it answers: another transaction came between, or it needs savepoints. */
  again: 'as it was' | 'guarded' | undefined;
  /** The first failure that is no conflict; with it nothing can be kept. */
  failure: Error | undefined;
  begun = false;
  /** It is as if nothing else ran beside it. */
  serializable = false;
  /** Its work was run before and lost against another transaction. */
  ranBefore = false;
  /** The answer to the commit, where it was sent along with the last write. */
  committed: Promise<StatementResult> | undefined;
  /** It has written events. */
  recorded = false;
}
