import type { MaybePromise } from '../../../contracts/record.ts';
import type { ConcurrentCheck, PreparedQuery, QueryValues } from '../../../contracts/store.ts';
import { buildRecordKey, WrittenHere } from '../meanwhile.ts';
import { type Lock, listRecordKeys } from '../reads.ts';
import type { Claims } from './claims.ts';
import type { StatementResult } from './connect.ts';
import { LockingSession } from './session.ts';

/** The state of a transaction for the code that runs its work: to be run again, failed or committed. */
export abstract class TransactionState extends LockingSession {
  /** The work must run again, whatever it returns: after a conflict, or because it needs savepoints. */
  again: 'as it was' | 'guarded' | undefined;
  /** The first error that is not a conflict; with it nothing can be committed. */
  failure: Error | undefined;
  begun = false;
  /** The records and sequences that it uses, if it is serializable. */
  claims: Claims | undefined;
  /** How often its work was run before and lost against another transaction. */
  repeats = 0;
  /** The answer to the commit, where it was sent along with the last write. */
  committed: Promise<StatementResult> | undefined;
  /** It has written events. */
  recorded = false;
  /** The records that it has written, if it is serializable. */
  readonly #changed = new WrittenHere();

  get serializable(): boolean {
    return this.claims !== undefined;
  }

  /** Returns a question of a serializable transaction that takes the records it looks for, or notes them if it only reads them. */
  protected claimOf(query: PreparedQuery, lock: Lock, bound: PreparedQuery): PreparedQuery {
    if (this.claims === undefined) return bound;
    const use = (values: QueryValues): void => {
      for (const key of listRecordKeys(query, values)) this.#use(key, lock === 'share' ? 'note' : 'take');
    };
    return {
      ...bound,
      one(values) {
        use(values);
        return bound.one(values);
      },
      many(values) {
        use(values);
        return bound.many(values);
      },
    };
  }

  /** Notes that the transaction changes a record. */
  protected changes(resource: string, id: unknown): void {
    if (!this.serializable) return;
    this.#changed.add(resource, id);
    this.#use(buildRecordKey(resource, id), 'take');
  }

  meanwhile(asked: ConcurrentCheck): MaybePromise<void> {
    if (!this.serializable) return undefined;
    return this.#changed.isOvertaken(asked).then((isOvertaken) => {
      if (isOvertaken) this.again ??= 'as it was';
    });
  }

  /** Takes the numbers of a sequence for a serializable transaction. */
  protected takeSequence(resource: string, field: string, within: readonly unknown[]): void {
    if (this.serializable) this.#use(`next ${JSON.stringify([resource, field, within])}`, 'take');
  }

  /** If other work has something that this work uses, waiting for it would end in a conflict: the transaction runs again. */
  #use(key: string, how: 'note' | 'take'): void {
    if (!this.claims![how](key)) this.again ??= 'as it was';
  }
}
