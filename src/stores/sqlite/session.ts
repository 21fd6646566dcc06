import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { ServiceDialect } from '../service-tables/dialect.ts';
import type { Columns, Session } from '../service-tables/session.ts';

/** Gives the prepared statement of a text; its rows are arrays. */
export type Statements = (text: string) => StatementSync;

/** Creates the statements of a connection: each is prepared when it is first asked. */
export function createStatements(database: DatabaseSync): Statements {
  const known = new Map<string, StatementSync>();
  return (text) => {
    let statement = known.get(text);
    if (statement === undefined) {
      // `$1` would be a value's name here, not its number.
      statement = database.prepare(text.replaceAll(/\$(\d)/g, '?$1'));
      statement.setReturnArrays(true);
      known.set(text, statement);
    }
    return statement;
  };
}

const none: readonly SQLInputValue[] = [];

/** A session over a connection. */
export class SqliteSession implements Session {
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

/** A session all of whose statements run inside a guard, which may prepare them or give their errors another form. */
export function guardedSession(statements: Statements, guard: <T>(ask: () => T) => T): Session {
  const session = new SqliteSession(statements);
  return {
    all: (text, values) => guard(() => session.all(text, values)),
    get: (text, values) => guard(() => session.get(text, values)),
    run: (text, values) => guard(() => session.run(text, values)),
    change: (text, values) => guard(() => session.change(text, values)),
  };
}

/** SQLite's SQL on the service tables. */
export const serviceDialect: ServiceDialect = {
  deletePicked: (table, key, picked) => {
    const columns = key.replace(/^\((.*)\)$/, '$1');
    return `DELETE FROM ${table} WHERE ${key} IN (SELECT ${columns} FROM ${table} ${picked})`;
  },
  share: '',
  rows(columns, alias, first) {
    const values = Object.keys(columns).map((name, at) => `value ->> ${at} AS ${name}`);
    return `(SELECT ${values.join(', ')}, key AS position FROM json_each($${first})) AS ${alias}`;
  },
  bindRows: (_, rows) => [JSON.stringify(rows)],
};
