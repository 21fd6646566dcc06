import { then } from '../../contracts/maybe-promise.ts';
import type { Row } from '../../contracts/record.ts';
import { quoteText, type RecordDialect } from '../dialect.ts';
import type { TableTexts } from '../differences.ts';
import type { ServiceDialect } from '../service-tables/dialect.ts';
import { isNew, keepNote, readTables } from '../service-tables/meta.ts';
import { buildCountStatements } from '../service-tables/quotas.ts';
import { keepNumber } from '../service-tables/sequences.ts';
import type { Session } from '../service-tables/session.ts';
import { StoreError } from '../store-error.ts';
import { formatTableTexts } from '../tables.ts';
import { buildStoredRecord, listReadColumns } from './reading.ts';
import type { MadeFrom, MigrationStore } from './store.ts';

/** The members of a migration that need no more than a session. */
export type SessionMigration = Pick<
  MigrationStore,
  | 'place'
  | 'texts'
  | 'counting'
  | 'quoteName'
  | 'quoteText'
  | 'records'
  | 'count'
  | 'run'
  | 'read'
  | 'insert'
  | 'set'
  | 'keep'
  | 'keepNumber'
>;

/** The number of records read at once. */
const batch = 500;

/** Creates the members of a migration that need no more than a session. */
export function createSessionMigration(
  place: string,
  session: Session,
  dialect: ServiceDialect,
  records: RecordDialect,
): SessionMigration {
  const { queries } = records;
  const { quote, bind } = queries;
  return {
    place,
    texts: (layout) => formatTableTexts(records, layout),
    counting: (layout) => buildCountStatements(records, layout),
    quoteName: quote,
    quoteText,
    async *records(stored) {
      const { table, identity } = stored.before!;
      // The name of what is read may be that of the column, which is something else.
      const id = `t.${quote(identity.name)}`;
      const shown = [...listReadColumns(stored, queries), `${queries.read(id, identity.storage)} AS nonet_next`];
      const from = `SELECT ${shown.join(', ')} FROM ${quote(table)} AS t`;
      const textOf = (where: string): string => `${from}${where} ORDER BY ${id} LIMIT ${batch}`;
      const next = textOf(` WHERE ${id} > $1`);
      for (let rows = await session.all(textOf('')); rows.length > 0; ) {
        yield rows.map((row) => buildStoredRecord(stored, row as Row));
        rows = await session.all(next, [bind(rows.at(-1)!.at(-1), identity.storage)]);
      }
    },
    count: (table) => then(session.get(`SELECT count(*) FROM ${quote(table)}`), (row) => Number(row![0])),
    run: (sql, values) => then(session.run(sql, values), () => undefined),
    read: (sql) => session.all(sql),
    insert({ table, columns }, row) {
      const names = columns.map(({ name }) => quote(name)).join(', ');
      const holes = columns.map((_, at) => `$${at + 1}`).join(', ');
      const values = row.map((value, at) => bind(value, columns[at]!.storage));
      const text = `INSERT INTO ${quote(table)} (${names}) VALUES (${holes})`;
      return then(session.run(text, values), () => undefined);
    },
    set({ table, identity }, { name, storage }, id, value) {
      const text = `UPDATE ${quote(table)} SET ${quote(name)} = $1 WHERE ${quote(identity.name)} = $2`;
      return then(session.run(text, [bind(value, storage), bind(id, identity.storage)]), () => undefined);
    },
    keep: (name, value) => keepNote(session, name, value),
    keepNumber: (resource, field, within, last) => keepNumber(session, dialect, [resource, field, within, last]),
  };
}

/**
 * Reads what a database was made from; undefined for one without tables. Throws a StoreError for the database of something else. `own`:
 * what a service needs.
 */
export async function readMade(
  place: string,
  session: Session,
  tables: readonly string[],
  own: 'file' | 'database',
): Promise<(Pick<MadeFrom, 'plan'> & { readonly kept: TableTexts }) | undefined> {
  if (isNew(place, tables, own)) return undefined;
  const { plan, kept } = await readTables(session);
  if (plan === undefined)
    throw new StoreError(`The database ${place} does not store the document that it was created from.`);
  return { plan, kept };
}
