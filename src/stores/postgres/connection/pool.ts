import { StoreUnavailableError } from '../../../contracts/store.ts';
import type { Connect, Connection, Executor, Statement, StatementResult } from './connect.ts';
import { isLost, toStoreError } from './failures.ts';

const createClosedError = (): StoreUnavailableError => new StoreUnavailableError('the store is closed');

/** A pool of at most `most` connections; later requests wait in order. */
export class Pool {
  readonly #connect: Connect;
  readonly #most: number;
  #idle: Connection[] = [];
  #waiting: { readonly resolve: (connection: Connection) => void; readonly reject: (error: Error) => void }[] = [];
  #open = 0;
  #ended: (() => void) | undefined;
  #ending: Promise<void> | undefined;

  constructor(connect: Connect, most: number) {
    this.#connect = connect;
    this.#most = most;
  }

  /** Lends a connection; rejects with StoreUnavailableError if none is available. */
  take(): Promise<Connection> | Connection {
    if (this.#ending !== undefined) throw createClosedError();
    for (let found = this.#idle.pop(); found !== undefined; found = this.#idle.pop()) {
      if (found.alive) return found;
      this.#open--;
    }
    if (this.#open < this.#most) return this.#another();
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  /** Takes a connection back, in which no transaction is open; one that is gone makes room for another. */
  give(connection: Connection): void {
    connection.lost = undefined;
    const next = this.#waiting.shift();
    if (connection.alive) {
      if (next === undefined) this.#idle.push(connection);
      else next.resolve(connection);
    } else {
      this.#open--;
      if (next !== undefined) this.#another().then(next.resolve, next.reject);
    }
    this.#settle();
  }

  /** Lends nothing more; resolves when all is given back and every connection has ended. */
  end(): Promise<void> {
    this.#ending ??= new Promise<void>((resolve) => {
      this.#ended = resolve;
      this.#settle();
    });
    return this.#ending;
  }

  async #another(): Promise<Connection> {
    this.#open++;
    try {
      return await this.#connect();
    } catch (error) {
      this.#open--;
      const failure = toStoreError(error);
      // If no connection is lent out, none will be returned to those who wait.
      if (this.#open === 0) for (const { reject } of this.#waiting.splice(0)) reject(failure);
      this.#settle();
      throw failure;
    }
  }

  #settle(): void {
    if (this.#ended === undefined || this.#idle.length < this.#open) return;
    const ended = this.#ended;
    this.#ended = undefined;
    Promise.all(this.#idle.splice(0).map((connection) => connection.end())).then(() => ended());
  }
}

/** One connection for many who read, opened when it is needed and again when it was lost. */
export class SharedConnection implements Executor {
  readonly #connect: Connect;
  #connection: Connection | undefined;
  #opening: Promise<Connection> | undefined;
  #ended = false;
  #opened = 0;

  constructor(connect: Connect) {
    this.#connect = connect;
  }

  /** How often it was opened again: what was asked just before may have been done, or not, or twice. */
  get losses(): number {
    return Math.max(0, this.#opened - 1);
  }

  execute(statement: Statement, values?: readonly unknown[]): Promise<StatementResult> {
    const connection = this.#connection;
    if (connection?.alive !== true) return this.#over(statement, values);
    return connection.execute(statement, values).catch((error: unknown) => {
      if (!isLost(error)) throw toStoreError(error);
      // A read may be repeated: a restarted server has only just closed the connection.
      if (this.#connection === connection) this.#connection = undefined;
      return this.#over(statement, values);
    });
  }

  /** Like `ask`, but statements in flight when the connection was lost are not repeated: they may have been executed. */
  executeOnce(statement: Statement, values?: readonly unknown[]): Promise<StatementResult> {
    const connection = this.#connection;
    if (connection?.alive !== true) return this.#over(statement, values);
    return connection.execute(statement, values).catch((error: unknown) => {
      throw toStoreError(error);
    });
  }

  async #over(statement: Statement, values?: readonly unknown[]): Promise<StatementResult> {
    if (this.#ended) throw createClosedError();
    try {
      return await (await this.#again()).execute(statement, values);
    } catch (error) {
      throw toStoreError(error);
    }
  }

  async end(): Promise<void> {
    this.#ended = true;
    await this.#opening?.catch(() => undefined);
    await this.#connection?.end();
  }

  #again(): Promise<Connection> {
    if (this.#connection?.alive === true) return Promise.resolve(this.#connection);
    this.#opening ??= this.#connect().then(
      (connection) => {
        this.#connection = connection;
        this.#opening = undefined;
        this.#opened++;
        return connection;
      },
      (error: unknown) => {
        this.#opening = undefined;
        throw error;
      },
    );
    return this.#opening;
  }
}
