import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { newDatabase, type PostgresServer, startPostgres } from '../tests/support/postgres.ts';
import { type Columns, dataset } from './dataset.ts';

let running: Promise<PostgresServer> | undefined;
let made = 0;

/** The address of an empty database, on a server of PostgreSQL that is started when it is first needed; it syncs as usual. */
export async function freshPostgres(): Promise<string> {
  running ??= startPostgres(['shared_buffers=256MB', 'max_wal_size=4GB']);
  return newDatabase((await running).address, `benchmark_${++made}`);
}

/** Ends the server, if there is one. */
export async function stopPostgres(): Promise<void> {
  await (await running)?.stop();
}

/** Tells the seconds of CPU that all processes of a database's server have used so far. */
export type DatabaseCpu = () => number;

/** The kernel counts in `/proc/…/stat` by hundredths of a second, whatever its own clock (proc(5)). */
const ticks = 100;

/**
 * Finds what tells the CPU of the server at an address, on this machine and on Linux: of its first process, of those that it has
 * started, and of those of them that have ended.
 */
export async function databaseCpu(address: string): Promise<DatabaseCpu> {
  if (process.platform !== 'linux') throw new Error('the CPU of a database is known on Linux only');
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const first = statOf(rows[0]!.pid)?.parent;
    if (first === undefined) throw new Error('the database does not run on this machine');
    return () => {
      const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (statOf(Number(name)) ?? []) : []));
      const own = all.find(({ pid }) => pid === first);
      if (own === undefined) throw new Error('the database has ended');
      const children = all.filter(({ parent }) => parent === first);
      return (own.used + own.ended + children.reduce((sum, { used }) => sum + used, 0)) / ticks;
    };
  } finally {
    await client.end();
  }
}

interface Stat {
  readonly pid: number;
  readonly parent: number;
  /** Ticks that it has used itself. */
  readonly used: number;
  /** Ticks of those that it has started and that have ended. */
  readonly ended: number;
}

/** What `/proc` tells of a process; undefined where it is gone. Its name may hold spaces and brackets. */
function statOf(pid: number): Stat | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  return { pid, parent: fields[1]!, used: fields[11]! + fields[12]!, ended: fields[13]! + fields[14]! };
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
