import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Columns, ImmediateSession, Session } from '../service-tables/session.ts';

/** Gives the prepared statement of a text; its rows are arrays. */
export type Statements = (text: string) => StatementSync;

/** Creates the statements of a connection: each is prepared when it is first asked. */
export function createStatements(database: DatabaseSync): Statements {
  const known = new Map<string, StatementSync>();
  return (text) => {
    let statement = known.get(text);
    if (statement === undefined) {
      statement = database.prepare(numbered(text));
      statement.setReturnArrays(true);
      known.set(text, statement);
    }
    return statement;
  };
}

/**
 * Writes the values of a text as SQLite numbers them: `$1` would be a value's name. Quoted text is unchanged. A limit gets `+ 0`,
 * as in `questions.limited`.
 */
function numbered(text: string): string {
  return text.replaceAll(/"[^"]*"|'[^']*'|(\bLIMIT )?\$(\d+)/g, (found, limit: string | undefined, number?: string) => {
    if (number === undefined) return found;
    return limit === undefined ? `?${number}` : `${limit}?${number} + 0`;
  });
}

const none: readonly SQLInputValue[] = [];

/** A session over a connection. */
export class SqliteSession implements ImmediateSession {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** Called before a change. */
  writing(): void {}

  all(text: string, values: readonly unknown[] = none): readonly Columns[] {
    return this.#statements(text).all(...(values as readonly SQLInputValue[])) as unknown as readonly Columns[];
  }

  get(text: string, values: readonly unknown[] = none): Columns | undefined {
    return this.#statements(text).get(...(values as readonly SQLInputValue[])) as unknown as Columns | undefined;
  }

  run(text: string, values: readonly unknown[] = none): number {
    this.writing();
    return Number(this.#statements(text).run(...(values as readonly SQLInputValue[])).changes);
  }

  change(text: string, values: readonly unknown[] = none): Columns | undefined {
    this.writing();
    return this.get(text, values);
  }
}

/** A session outside of transactions: `before` is called before each statement, `thrown` gives the error of one that failed. */
export function createGuardedSession(
  statements: Statements,
  before: (() => void) | undefined,
  thrown: (error: unknown) => Error,
): Session {
  const session = new SqliteSession(statements);
  const guarded = <T>(ask: () => T): T => {
    try {
      before?.();
      return ask();
    } catch (error) {
      throw thrown(error);
    }
  };
  return {
    all: (text, values) => guarded(() => session.all(text, values)),
    get: (text, values) => guarded(() => session.get(text, values)),
    run: (text, values) => guarded(() => session.run(text, values)),
    change: (text, values) => guarded(() => session.change(text, values)),
  };
}
