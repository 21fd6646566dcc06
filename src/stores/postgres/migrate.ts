import type { Row } from '../../contracts/record.ts';
import type { Plan } from '../../plan/plan.ts';
import type { TableTexts } from '../differences.ts';
import { columnsRead, storedRecord } from '../migration/reading.ts';
import type { MigrationStore } from '../migration/store.ts';
import { StoreError } from '../store-error.ts';
import { readConnectionSettings } from './connection/address.ts';
import { type Connection, createConnector } from './connection/connect.ts';
import { keepPlansServed, plansServed, takeServedAlone } from './connection/served.ts';
import { bind, questions, quote, quoteText } from './dialect.ts';
import { type Constraint, introspect, readConstraints } from './migrate/introspection.ts';
import { createMigrationStatements } from './migrate/statements.ts';
import { counting } from './quotas.ts';
import { tableTexts } from './tables.ts';

const batch = 500;
/** Whoever else holds a table may do so this long. */
const settings = ['lock_timeout = 10000', 'statement_timeout = 0', 'synchronous_commit = on'];

/** Opens the database behind `postgres:` to change its tables. Throws a StoreError when it cannot be opened. */
export async function openPostgresMigration(rest: string): Promise<MigrationStore> {
  const connection = readConnectionSettings(rest);
  try {
    return migrationOf(connection.shown, await createConnector(connection, settings)());
  } catch (error) {
    throw new StoreError(`The database ${connection.shown} cannot be opened: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}

function migrationOf(place: string, connection: Connection): MigrationStore {
  let constraints: readonly Constraint[] = [];
  let served: readonly string[] = [];
  let own: readonly string[] = [];
  let changes = false;
  const ask = async (text: string, values?: readonly unknown[]): Promise<readonly (readonly unknown[])[]> => {
    return (await connection.execute({ text }, values)).rows;
  };
  const lock = async (): Promise<void> => {
    // Nobody writes between the moment at which records are looked at and that at which they are changed.
    if (changes && own.length > 0) await ask(`LOCK TABLE ${own.map(quote).join(', ')} IN ACCESS EXCLUSIVE MODE`);
  };
  return {
    place,
    async begin(writing) {
      changes = writing;
      await ask(writing ? 'BEGIN' : 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      if (writing) await ask(`SELECT pg_advisory_xact_lock(hashtext('nonet tables'))`);
    },
    async made() {
      const tables = await ask(
        `SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename`,
      );
      const names = new Set(tables.map(([name]) => String(name)));
      if (names.size === 0) return undefined;
      if (!names.has('nonet_meta')) {
        throw new StoreError(
          `The database ${place} was not made by Nonet: it holds the table \`${[...names][0]}\`. A service needs a database of its own.`,
        );
      }
      const meta = new Map((await ask('SELECT name, value FROM nonet_meta')) as readonly (readonly [string, string])[]);
      const kept = JSON.parse(meta.get('tables') ?? '[]') as TableTexts;
      const plan = JSON.parse(meta.get('plan') ?? 'null') as Plan | null;
      if (plan === null) throw new StoreError(`The database ${place} does not say from which document it was made.`);
      own = kept.map(({ table }) => table).filter((table) => names.has(table));
      constraints = await readConstraints(connection);
      served = (await plansServed(connection)) ?? [plan.digest];
      return { plan, kept, catalogue: await introspect(connection, kept, constraints), served };
    },
    lock,
    async claim(digest, reasons, changing) {
      if (reasons.length > 0) await takeServedAlone(connection, place, reasons);
      if (changing) await lock();
      await keepPlansServed(connection, reasons.length > 0 ? [digest] : [digest, ...served]);
    },
    texts: tableTexts,
    statements: (change, layout) => createMigrationStatements(change, layout, constraints),
    quoteText,
    counting,
    async *records(stored) {
      const { before } = stored;
      // The name of what is read may be that of the column, which is something else.
      const id = `t.${quote(before!.identity.name)}`;
      const read = columnsRead(stored, questions).join(', ');
      const from = `SELECT ${read}, ${id}::text AS nonet_next FROM ${quote(before!.table)} AS t`;
      for (let last: unknown; ; ) {
        const where = last === undefined ? '' : ` WHERE ${id} > $1`;
        const text = `${from}${where} ORDER BY ${id} LIMIT ${batch}`;
        const rows = await ask(text, last === undefined ? undefined : [last]);
        if (rows.length === 0) return;
        yield rows.map((row) => storedRecord(stored, row as Row));
        last = rows.at(-1)!.at(-1);
      }
    },
    count: async (table) => Number((await ask(`SELECT count(*) FROM ${quote(table)}`))[0]![0]),
    run: async (sql, values) => {
      await ask(sql, values);
    },
    read: (sql) => ask(sql),
    insert: async ({ table, columns }, row) => {
      const names = columns.map(({ name }) => quote(name)).join(', ');
      const places = columns.map((_, at) => `$${at + 1}`).join(', ');
      const values = row.map((value, at) => bind(value, columns[at]!.storage));
      const text = `INSERT INTO ${quote(table)} (${names}) VALUES (${places})`;
      await connection.execute({ text, name: `insert ${table}`.slice(0, 60) }, values);
    },
    set: async ({ table, identity }, { name, storage }, id, value) => {
      const text = `UPDATE ${quote(table)} SET ${quote(name)} = $1 WHERE ${quote(identity.name)} = $2`;
      await ask(text, [bind(value, storage), bind(id, identity.storage)]);
    },
    keep: async (name, value) => {
      await ask(
        'INSERT INTO nonet_meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
        [name, value],
      );
    },
    keepNumber: async (resource, field, within, last) => {
      await ask(
        `INSERT INTO nonet_sequence AS one (resource, field, within, last) VALUES ($1, $2, $3, $4)
         ON CONFLICT (resource, field, within) DO UPDATE SET last = greatest(one.last, excluded.last)`,
        [resource, field, within, last],
      );
    },
    commit: async () => {
      await ask('COMMIT');
    },
    rollback: async () => {
      await ask('ROLLBACK');
    },
    close: () => connection.end(),
  };
}
