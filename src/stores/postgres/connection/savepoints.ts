import { doNothing } from '../quiet.ts';
import type { Connection, Executor, Statement, StatementResult } from './connect.ts';
import * as control from './control.ts';

/** Asks one statement after the other, so that each has a savepoint of its own to go back to when it fails. */
export class SavepointExecutor implements Executor {
  readonly #connection: Connection;
  #tail: Promise<unknown> = Promise.resolve();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  execute(statement: Statement, values?: readonly unknown[]): Promise<StatementResult> {
    const send = async (): Promise<StatementResult> => {
      this.#connection.execute(control.savepoint).catch(doNothing);
      try {
        const result = await this.#connection.execute(statement, values);
        this.#connection.execute(control.release).catch(doNothing);
        return result;
      } catch (error) {
        this.#connection.execute(control.rollbackTo).catch(doNothing);
        throw error;
      }
    };
    const sent = this.#tail.then(send);
    this.#tail = sent.catch(doNothing);
    return sent;
  }

  /** Resolves when all that was asked is answered. */
  settled(): Promise<unknown> {
    return this.#tail;
  }
}
