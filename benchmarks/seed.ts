import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { type Columns, dataset } from './dataset.ts';

/** Fills the tables of a database, whoever made them, with the customers and invoices; all else stays as it is. */
export function fill(path: string): void {
  const database = new DatabaseSync(path);
  try {
    const { customers, invoices } = dataset();
    database.exec('PRAGMA synchronous = OFF; BEGIN');
    insertAll(database, tableWith(database, 'email'), customers);
    insertAll(database, tableWith(database, 'due_on'), invoices);
    continueNumbers(database, invoices);
    database.exec('COMMIT; PRAGMA synchronous = FULL; PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}

function tableWith(database: DatabaseSync, column: string): string {
  const found = database
    .prepare(
      `SELECT m.name FROM sqlite_schema m WHERE m.type = 'table' AND ? IN (SELECT name FROM pragma_table_info(m.name))`,
    )
    .all(column);
  if (found.length !== 1) throw new Error(`${found.length} tables have the column ${column}: there should be one`);
  return String(found[0]!.name);
}

function insertAll(database: DatabaseSync, table: string, records: readonly Columns[]): void {
  const info = database.prepare('SELECT name, "notnull" AS needed FROM pragma_table_info(?)').all(table);
  const columns = info.map(({ name }) => String(name));
  for (const name of Object.keys(records[0]!)) {
    if (!columns.includes(name)) throw new Error(`the table ${table} has no column ${name}`);
  }
  for (const { name, needed } of info) {
    if (needed === 1 && !(String(name) in records[0]!)) throw new Error(`nothing is known for ${table}.${name}`);
  }
  const names = columns.map((name) => `"${name}"`).join(', ');
  const insert = database.prepare(`INSERT INTO "${table}" (${names}) VALUES (${columns.map(() => '?').join(', ')})`);
  for (const record of records) insert.run(...columns.map((name): SQLInputValue => record[name] ?? null));
}

/** Invoice numbers go on behind those that are there, where the service keeps the last of them. */
function continueNumbers(database: DatabaseSync, invoices: readonly Columns[]): void {
  const kept = database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'nonet_sequence'`).get();
  if (kept === undefined) return;
  const last = new Map<string, number>();
  for (const { shop, number } of invoices) if (number !== null) last.set(String(shop), Number(number));
  const keep = database.prepare(
    `INSERT INTO nonet_sequence (resource, field, within, last) VALUES ('Invoice', 'number', ?, ?)`,
  );
  for (const [shop, number] of last) keep.run(JSON.stringify([shop]), number);
}

/** The indexes of a database by what they hold, whatever they are called: `customer unique email, shop`. */
export function indexesOf(path: string): readonly string[] {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const texts = [];
    for (const column of ['email', 'due_on']) {
      const table = tableWith(database, column);
      const list = database.prepare('SELECT name, "unique" AS only FROM pragma_index_list(?)').all(table);
      for (const { name, only } of list) {
        const keys = database.prepare('SELECT name FROM pragma_index_info(?) ORDER BY seqno').all(name as string);
        const fields = keys.map((key) => key.name);
        texts.push(`${column === 'email' ? 'customer' : 'invoice'}${only === 1 ? ' unique' : ''} ${fields.join(', ')}`);
      }
    }
    return texts.sort();
  } finally {
    database.close();
  }
}
