import type { Columns, Session } from '../../service-tables/session.ts';
import { quiet } from '../quiet.ts';
import type { Answer, Asker, Statement } from './connect.ts';

const rows = (answer: Answer): readonly Columns[] => answer.rows;
const first = (answer: Answer): Columns | undefined => answer.rows[0];
const count = (answer: Answer): number => answer.count;

/** A session over what asks statements. Nobody need wait for an answer: a transaction that fails ends with its failure. */
export abstract class AskingSession implements Session, Asker {
  readonly #statementOf: (text: string) => Statement;

  constructor(statementOf: (text: string) => Statement) {
    this.#statementOf = statementOf;
  }

  abstract ask(statement: Statement, values?: readonly unknown[]): Promise<Answer>;

  all(text: string, values?: readonly unknown[]): Promise<readonly Columns[]> {
    return quiet(this.ask(this.#statementOf(text), values).then(rows));
  }

  get(text: string, values?: readonly unknown[]): Promise<Columns | undefined> {
    return quiet(this.ask(this.#statementOf(text), values).then(first));
  }

  run(text: string, values?: readonly unknown[]): Promise<number> {
    return quiet(this.ask(this.#statementOf(text), values).then(count));
  }

  change(text: string, values?: readonly unknown[]): Promise<Columns | undefined> {
    return this.get(text, values);
  }
}

const locking = 'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 7215))';

/** A session in a transaction, whose advisory locks end with it. */
export abstract class LockingSession extends AskingSession {
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
export class ReadingSession extends AskingSession {
  readonly #asker: Asker;

  constructor(asker: Asker, statementOf: (text: string) => Statement) {
    super(statementOf);
    this.#asker = asker;
  }

  ask(statement: Statement, values?: readonly unknown[]): Promise<Answer> {
    return this.#asker.ask(statement, values);
  }
}
