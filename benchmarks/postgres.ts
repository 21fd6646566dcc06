import pg from 'pg';
import { type PostgresServer, startPostgres } from '../tests/support/postgres.ts';
import { type Columns, dataset } from './dataset.ts';

let running: Promise<PostgresServer> | undefined;

/** The address of an empty database, on a server of PostgreSQL that is started when it is first needed; it syncs as usual. */
export async function freshPostgres(): Promise<string> {
  running ??= startPostgres(['shared_buffers=256MB', 'max_wal_size=4GB']);
  return (await running).freshDatabase();
}

/** Ends the server, if there is one. */
export async function stopPostgres(): Promise<void> {
  await (await running)?.stop();
}

const perStatement = 5_000;

/** Fills the tables of a database with the customers and invoices; all else stays as it is. `more` are statements besides. */
export async function fillPostgres(
  address: string,
  more: readonly { readonly text: string; readonly values?: unknown[] }[] = [],
): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    const { customers, invoices } = dataset();
    await insertAll(client, 'customer', customers);
    await insertAll(client, 'invoice', invoices);
    for (const statement of more) await client.query(statement);
    await client.query('VACUUM ANALYZE');
    await client.query('CHECKPOINT');
  } finally {
    await client.end();
  }
}

async function insertAll(client: pg.Client, table: string, records: readonly Columns[]): Promise<void> {
  for (let from = 0; from < records.length; from += perStatement) {
    const text = `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`;
    await client.query(text, [JSON.stringify(records.slice(from, from + perStatement))]);
  }
}
