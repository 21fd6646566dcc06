import type { DatabaseSync } from 'node:sqlite';
import type { MaybePromise } from '../../../contracts/record.ts';
import { StoreUnavailableError, type Written } from '../../../contracts/store.ts';

/** Does a piece of work under a savepoint of its own, inside a transaction that is still open when it ends. */
export type Attempts = <T>(work: () => MaybePromise<Written<T>>, isOpen: () => boolean) => MaybePromise<T>;

/** Makes what does pieces of work that are undone alone when they answer `undo` or throw. */
export function createAttempts(database: DatabaseSync): Attempts {
  const begin = database.prepare('SAVEPOINT attempt');
  const release = database.prepare('RELEASE attempt');
  const rollbackTo = database.prepare('ROLLBACK TO attempt');
  const end = (undo: boolean, isOpen: () => boolean): void => {
    if (!isOpen()) throw new Error('the transaction is over');
    if (!database.isTransaction) throw new StoreUnavailableError('the database rolled back the transaction');
    if (undo) rollbackTo.run();
    release.run();
  };
  return <T>(work: () => MaybePromise<Written<T>>, isOpen: () => boolean): MaybePromise<T> => {
    const failed = (error: unknown): never => {
      end(true, isOpen);
      throw error;
    };
    begin.run();
    let answer: MaybePromise<Written<T>>;
    try {
      answer = work();
    } catch (error) {
      return failed(error);
    }
    const done = ({ result, undo }: Written<T>): T => {
      end(undo, isOpen);
      return result;
    };
    return answer instanceof Promise ? answer.then(done, failed) : done(answer);
  };
}
