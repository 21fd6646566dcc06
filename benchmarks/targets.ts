import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { execPath } from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { fillPostgres, freshPostgres } from './postgres.ts';
import type { RequestsOf } from './requests.ts';
import { fill } from './seed.ts';
import { startServer } from './server.ts';
import { settings, tables } from './yardsticks/tables.ts';

/** The keys with which a server is asked. */
export interface Keys {
  /** Reads and writes, of shop s1. */
  readonly writer: string;
  /** Only reads, of shop s1. */
  readonly reader: string;
  /** Reads and writes, of shop s2. */
  readonly stranger: string;
}

/** A server that is measured. */
export interface Target {
  readonly name: string;
  readonly title: string;
  /** The database beneath it; only servers on the same one are compared. */
  readonly store: 'sqlite' | 'postgres';
  /** What is run: the arguments of Node. */
  command(database: string): readonly string[];
  /** Fills a new database with the same content, and makes its keys. */
  prepare(database: string): Promise<Keys>;
  /** The requests of its four operations; undefined for those of the document. */
  readonly requests?: RequestsOf;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const data = fileURLToPath(new URL('data', import.meta.url));
const scopes = ['invoices:read', 'invoices:write'];
const callers = { writer: ['s1', scopes], reader: ['s1', ['invoices:read']], stranger: ['s2', scopes] } as const;

/** The path of a new database file; an old one is taken away. */
export function freshDatabase(name: string): string {
  mkdirSync(data, { recursive: true });
  const path = `${data}/${name}.db`;
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
  return path;
}

/** A new database for a target: a file, or one of PostgreSQL by its address. */
export async function databaseFor({ name, store }: Target): Promise<string> {
  return store === 'postgres' ? freshPostgres() : freshDatabase(name);
}

const nonetCommand = [`${root}bin/nonet.ts`];
/** What is measured: the example without its limit on calls, and without events, which no yardstick has. */
const invoicesDocument = fileURLToPath(new URL('invoices.md', import.meta.url));

/** A target that runs Nonet, on the store at an address made of the database. */
export function nonetOn(
  name: string,
  title: string,
  store: Target['store'] = 'sqlite',
  document = invoicesDocument,
): Target {
  const addressOf = (database: string): string => (store === 'sqlite' ? `sqlite:${database}` : database);
  return {
    name,
    title,
    store,
    command: (database) => [...nonetCommand, 'serve', document, '--port', '0', '--store', addressOf(database)],
    async prepare(database) {
      const server = await startServer(this.command(database));
      await server.stop();
      if (store === 'sqlite') fill(database);
      else await fillPostgres(database);
      const at = ['--store', addressOf(database)];
      const make = ([shop, allowed]: readonly [string, readonly string[]]): string => {
        const words = ['keys', 'create', document, '--scheme', 'key', '--attribute', `shop=${shop}`, ...at, '--json'];
        const all = [...nonetCommand, ...words, ...allowed.flatMap((scope) => ['--scope', scope])];
        return (JSON.parse(execFileSync(execPath, all, { encoding: 'utf8' })) as { readonly key: string }).key;
      };
      return { writer: make(callers.writer), reader: make(callers.reader), stranger: make(callers.stranger) };
    },
  };
}

/** A server by hand on the tables of the yardsticks. */
export function yardstick(name: string, title: string): Target {
  return {
    name,
    title,
    store: 'sqlite',
    command: (path) => [fileURLToPath(new URL(`yardsticks/${name}.ts`, import.meta.url)), path],
    async prepare(path) {
      const database = new DatabaseSync(path);
      database.exec(settings);
      database.exec(tables);
      database.prepare('INSERT INTO secret (name, value) VALUES (?, ?)').run('cursors', randomBytes(32));
      const keys = keepCredentials(database);
      database.close();
      fill(path);
      return keys;
    },
  };
}

/** Creates the keys of a yardstick and stores them in its table `credential`. */
export function keepCredentials(database: DatabaseSync): Keys {
  const keep = database.prepare('INSERT INTO credential (hash, shop, scopes, expires_at) VALUES (?, ?, ?, ?)');
  const { keys, rows } = credentials();
  for (const { hash, shop, scopes: allowed, endsAt } of rows) keep.run(hash, shop, allowed, endsAt);
  return keys;
}

/** A row of the yardsticks' table `credential`. */
interface CredentialRow {
  readonly hash: string;
  readonly shop: string;
  readonly scopes: string;
  readonly endsAt: number;
}

/** New keys for a yardstick, and what it keeps of them. */
function credentials(): { readonly keys: Keys; readonly rows: readonly CredentialRow[] } {
  const rows: CredentialRow[] = [];
  const make = ([shop, allowed]: readonly [string, readonly string[]]): string => {
    const key = `key_${randomBytes(18).toString('hex')}`;
    const hash = createHash('sha256').update(key).digest('hex');
    rows.push({ hash, shop, scopes: JSON.stringify(allowed), endsAt: Date.now() + 365 * 86_400_000 });
    return key;
  };
  return {
    keys: { writer: make(callers.writer), reader: make(callers.reader), stranger: make(callers.stranger) },
    rows,
  };
}

const own = [
  `CREATE TABLE credential (hash text PRIMARY KEY, shop text NOT NULL, scopes text NOT NULL, expires_at bigint NOT NULL,
   revoked_at bigint)`,
  'CREATE TABLE credential_version (version bigint NOT NULL)',
  'INSERT INTO credential_version VALUES (1)',
  'CREATE TABLE secret (name text PRIMARY KEY, value bytea NOT NULL)',
];

/** The yardstick on PostgreSQL; the tables and indexes of customers and invoices are those that Nonet makes. */
const fastifyPg: Target = {
  name: 'fastify-pg',
  title: 'Fastify + pg',
  store: 'postgres',
  command: (address) => [fileURLToPath(new URL('yardsticks/fastify-pg.ts', import.meta.url)), address],
  async prepare(address) {
    const server = await startServer(nonetPostgres.command(address));
    await server.stop();
    const { keys, rows } = credentials();
    await fillPostgres(address, [
      ...own.map((text) => ({ text })),
      { text: `INSERT INTO secret VALUES ('cursors', $1)`, values: [randomBytes(32)] },
      ...rows.map(({ hash, shop, scopes: allowed, endsAt }) => {
        const text = 'INSERT INTO credential (hash, shop, scopes, expires_at) VALUES ($1, $2, $3, $4)';
        return { text, values: [hash, shop, allowed, endsAt] };
      }),
    ]);
    return keys;
  },
};

const nonet = nonetOn('nonet', 'Nonet');
const nonetPostgres = nonetOn('nonet-postgres', 'Nonet on PostgreSQL', 'postgres');

/** What is measured, Nonet first, and what it is measured against. */
export const targets: readonly Target[] = [
  nonet,
  yardstick('node-sqlite', 'node:http + node:sqlite'),
  yardstick('fastify-better-sqlite3', 'Fastify + better-sqlite3'),
  yardstick('hono-node-sqlite', 'Hono + node:sqlite'),
  nonetPostgres,
  fastifyPg,
];
