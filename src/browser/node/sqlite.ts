import startSqlite, {
  type BindableValue,
  type Database,
  type PreparedStatement,
  type Sqlite3Static,
} from '@sqlite.org/sqlite-wasm';

let sqlite: Sqlite3Static | undefined;

/** Starts SQLite from its WebAssembly; to be awaited before a database is opened. */
export async function prepareSqlite(wasmBinary: Uint8Array): Promise<void> {
  const start = startSqlite as unknown as (options: object) => Promise<Sqlite3Static>;
  sqlite ??= await start({ wasmBinary, locateFile: (name: string) => name, print: ignore, printErr: ignore });
  // a value that is not unique is reported as an error, which the service answers
  sqlite.config.warn = ignore;
}

const ignore = (): void => undefined;

/** Bytes of the next database that is opened, and the one that was opened last. */
let image: Uint8Array | undefined;
let last: Database | undefined;

/** Loads the bytes of a database into the next one that is opened, which is otherwise empty. */
export function loadNextDatabase(bytes: Uint8Array): void {
  image = bytes;
}

/** Returns the bytes of the database that was opened last. Call it before that is closed. */
export function saveLastDatabase(): Uint8Array {
  return sqlite!.capi.sqlite3_js_db_export(last!);
}

/** Replaces the contents of a database. SQLite frees the bytes when it is closed. */
function load(database: Database, bytes: Uint8Array): void {
  const { capi, wasm } = sqlite!;
  const flags = capi.SQLITE_DESERIALIZE_FREEONCLOSE | capi.SQLITE_DESERIALIZE_RESIZEABLE;
  const [pointer, size] = [wasm.allocFromTypedArray(bytes), bytes.length];
  database.checkRc(capi.sqlite3_deserialize(database.pointer!, 'main', pointer, size, size, flags));
}

/** The values that rows have. */
export type SQLOutputValue = string | number | bigint | null | Uint8Array;

/** A database in memory, with the interface of `node:sqlite`, as far as the store asks for it. */
export class DatabaseSync {
  readonly #database: Database;

  constructor(_place: string, options: { readonly enableForeignKeyConstraints?: boolean } = {}) {
    this.#database = new sqlite!.oo1.DB(':memory:');
    last = this.#database;
    if (image !== undefined) load(this.#database, image);
    image = undefined;
    if (options.enableForeignKeyConstraints !== false) this.exec('PRAGMA foreign_keys = ON');
  }

  get isTransaction(): boolean {
    return sqlite!.capi.sqlite3_get_autocommit(this.#database.pointer!) === 0;
  }

  exec(text: string): void {
    withCode(() => this.#database.exec(text));
  }

  prepare(text: string): StatementSync {
    return new StatementSync(
      this.#database,
      withCode(() => this.#database.prepare(text)),
    );
  }

  function(
    name: string,
    options: { readonly varargs?: boolean; readonly deterministic?: boolean; readonly directOnly?: boolean },
    run: (...values: SQLOutputValue[]) => SQLOutputValue,
  ): void {
    this.#database.createFunction({
      name,
      xFunc: (_context: unknown, ...values: unknown[]) => run(...(values as SQLOutputValue[])),
      arity: options.varargs === true ? -1 : run.length,
      deterministic: options.deterministic === true,
      directOnly: options.directOnly === true,
    } as never);
  }

  aggregate<Total>(
    name: string,
    options: {
      readonly directOnly?: boolean;
      readonly start: () => Total;
      readonly step: (total: Total, ...values: SQLOutputValue[]) => Total;
      readonly result: (total: Total) => SQLOutputValue;
    },
  ): void {
    const totals = new Map<number, Total>();
    const { capi } = sqlite!;
    // The address of the memory that SQLite keeps for one group.
    const place = (context: number): number => capi.sqlite3_aggregate_context(context, 8) as number;
    const take = (key: number): Total => (totals.has(key) ? totals.get(key)! : options.start());
    this.#database.createFunction({
      name,
      arity: options.step.length - 1,
      directOnly: options.directOnly === true,
      xStep(context: number, ...values: unknown[]) {
        const key = place(context);
        totals.set(key, options.step(take(key), ...(values as SQLOutputValue[])));
      },
      xFinal(context: number) {
        const key = place(context);
        const total = take(key);
        totals.delete(key);
        return options.result(total);
      },
    } as never);
  }

  close(): void {
    this.#database.close();
  }
}

/** A prepared statement, with the interface of `node:sqlite`. */
export class StatementSync {
  readonly #database: Database;
  readonly #statement: PreparedStatement;
  #asArrays = false;

  constructor(database: Database, statement: PreparedStatement) {
    this.#database = database;
    this.#statement = statement;
  }

  setReturnArrays(enabled: boolean): void {
    this.#asArrays = enabled;
  }

  all(...values: readonly BindableValue[]): unknown[] {
    const rows: unknown[] = [];
    this.#ask(values, () => {
      while (this.#statement.step()) rows.push(this.#readRow());
    });
    return rows;
  }

  /** Yields rows one by one; a statement that is left early is reset. */
  *iterate(...values: readonly BindableValue[]): Generator<unknown, void> {
    try {
      if (values.length > 0) withCode(() => this.#statement.bind([...values]));
      while (withCode(() => this.#statement.step())) yield this.#readRow();
    } finally {
      this.#statement.reset(true);
    }
  }

  get(...values: readonly BindableValue[]): unknown {
    return this.#ask(values, () => (this.#statement.step() ? this.#readRow() : undefined));
  }

  run(...values: readonly BindableValue[]): { readonly changes: number } {
    this.#ask(values, () => {
      while (this.#statement.step());
    });
    return { changes: Number(this.#database.changes()) };
  }

  #ask<T>(values: readonly BindableValue[], ask: () => T): T {
    return withCode(() => {
      try {
        if (values.length > 0) this.#statement.bind([...values]);
        return ask();
      } finally {
        this.#statement.reset(true);
      }
    });
  }

  #readRow(): unknown {
    return this.#asArrays ? this.#statement.get([]) : this.#statement.get({});
  }
}

/** Gives the errors of SQLite the code that they have in Node. */
function withCode<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { resultCode } = error as { readonly resultCode?: number };
    throw resultCode === undefined ? error : Object.assign(error as Error, { errcode: resultCode });
  }
}
