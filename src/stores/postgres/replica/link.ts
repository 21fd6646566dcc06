import type { Fallback } from '../../../contracts/store.ts';
import type { Connect, Connection, Executor, Statement, StatementResult } from '../connection/connect.ts';
import { Pool } from '../connection/pool.ts';
import { readApplied } from './position.ts';

/** Thrown when a read must not be answered by the replica. */
export class ReplicaError extends Error {
  readonly reason: Fallback;

  constructor(reason: Fallback, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** How far the server of one connection is known to have applied the log. It never goes back as long as the connection lives. */
export class Follower {
  bytes = -1;
  #asking: Promise<void> | undefined;
  readonly #executor: Executor;

  constructor(executor: Executor) {
    this.#executor = executor;
  }

  /** Asks the server again; calls that come meanwhile share the answer. Rejects if the server is not a replica any more. */
  ask(): Promise<void> {
    this.#asking ??= readApplied(this.#executor)
      .then((bytes) => {
        if (bytes === undefined) throw new ReplicaError('unreachable', 'the server is not a standby');
        this.bytes = bytes;
      })
      .finally(() => {
        this.#asking = undefined;
      });
    return this.#asking;
  }
}

/** The connections to a replica, as long as it can be reached: one for quick reads, and a few for slow ones. */
export class ReplicaLink implements Executor {
  readonly follower: Follower;
  readonly slow: Pool;
  readonly #connection: Connection;
  readonly #followers = new WeakMap<Connection, Follower>();
  readonly #running = new Set<(error: Error) => void>();
  #cause: Error | undefined;

  constructor(connection: Connection, connect: Connect, slowReads: number) {
    this.#connection = connection;
    this.slow = new Pool(connect, slowReads);
    this.follower = new Follower(this);
    connection.lost = (error) => this.end(error);
  }

  get alive(): boolean {
    return this.#cause === undefined && this.#connection.alive;
  }

  /** Returns the follower of a connection for slow reads, which may lead to another server than the one for quick reads. */
  followerOf(connection: Connection): Follower {
    const known = this.#followers.get(connection) ?? new Follower(connection);
    this.#followers.set(connection, known);
    return known;
  }

  execute(statement: Statement, values?: readonly unknown[]): Promise<StatementResult> {
    return this.during(this.#connection.execute(statement, values));
  }

  /** Waits for work, but not longer than the replica can be reached. */
  during<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#cause !== undefined) reject(this.#cause);
      this.#running.add(reject);
      work.then(resolve, reject).finally(() => this.#running.delete(reject));
    });
  }

  /** Ends the connections. Reads that wait for an answer are rejected. */
  end(cause: Error): void {
    this.#cause ??= new ReplicaError('unreachable', cause.message, { cause });
    for (const reject of this.#running) reject(this.#cause);
    this.#connection.end().catch(() => undefined);
    this.slow.end().catch(() => undefined);
  }
}
