import type { Columns, Processes, Session } from '../../service-tables/session.ts';
import { silenceRejection } from '../quiet.ts';
import type { Executor, Statement, StatementResult } from './connect.ts';

const getRows = (result: StatementResult): readonly Columns[] => result.rows;
const getFirstRow = (result: StatementResult): Columns | undefined => result.rows[0];
const count = (result: StatementResult): number => result.count;

/** A session over an executor. Results need not be awaited: a failing transaction ends with its error. */
export abstract class ExecutingSession implements Session, Executor {
  readonly #statementOf: (text: string) => Statement;

  constructor(statementOf: (text: string) => Statement) {
    this.#statementOf = statementOf;
  }

  abstract execute(statement: Statement, values?: readonly unknown[]): Promise<StatementResult>;

  all(text: string, values?: readonly unknown[]): Promise<readonly Columns[]> {
    return silenceRejection(this.execute(this.#statementOf(text), values).then(getRows));
  }

  get(text: string, values?: readonly unknown[]): Promise<Columns | undefined> {
    return silenceRejection(this.execute(this.#statementOf(text), values).then(getFirstRow));
  }

  run(text: string, values?: readonly unknown[]): Promise<number> {
    return silenceRejection(this.execute(this.#statementOf(text), values).then(count));
  }

  change(text: string, values?: readonly unknown[]): Promise<Columns | undefined> {
    return this.get(text, values);
  }
}

/** Every connection of a process holds a lock of this class, shared, under the number of the process. */
export const processLockClass = 7219;

const processLock = `locktype = 'advisory' AND granted AND classid = ${processLockClass} AND objsubid = 2`;
const ownProcess = `SELECT objid::text FROM pg_locks WHERE ${processLock} AND pid = pg_backend_pid()`;
const processAlive = `SELECT EXISTS (SELECT FROM pg_locks WHERE ${processLock} AND objid::text = $1
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`;

const locking = 'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 7215))';

/** A session in a transaction, whose advisory locks end with it. */
export abstract class LockingSession extends ExecutingSession {
  readonly processes: Processes = {
    own: () => this.get(ownProcess).then((row) => String(row?.[0] ?? '')),
    isAlive: (name) => this.get(processAlive, [name]).then((row) => row![0] === true),
  };
  /** It holds an idempotency key, which others may take only when it has ended. */
  holdsKey = false;

  lock(key: string): Promise<boolean> {
    return this.get(locking, [key]).then((row) => {
      const isMine = row![0] === true;
      if (isMine) this.holdsKey = true;
      return isMine;
    });
  }
}

/** A session outside of transactions. */
export class ReadingSession extends ExecutingSession {
  readonly #asker: Executor;

  constructor(executor: Executor, statementOf: (text: string) => Statement) {
    super(statementOf);
    this.#asker = executor;
  }

  execute(statement: Statement, values?: readonly unknown[]): Promise<StatementResult> {
    return this.#asker.execute(statement, values);
  }
}

/** Creates a session over a connection that holds no statements: for what is asked once. */
export function sessionOver(executor: Executor): Session {
  return new ReadingSession(executor, (text) => ({ text }));
}
