import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { execPath } from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
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
  /** What is run: the arguments of Node. */
  command(path: string): readonly string[];
  /** Makes a new database with the same content, and its keys. */
  prepare(path: string): Promise<Keys>;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const data = fileURLToPath(new URL('data', import.meta.url));
const scopes = ['invoices:read', 'invoices:write'];
const callers = { writer: ['s1', scopes], reader: ['s1', ['invoices:read']], stranger: ['s2', scopes] } as const;

/** Where the database of a target lies; an old one is taken away. */
export function freshDatabase(name: string): string {
  mkdirSync(data, { recursive: true });
  const path = `${data}/${name}.db`;
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
  return path;
}

const nonetCommand = [`${root}bin/nonet.ts`];
const document = unhurried(`${root}examples/invoices/invoices.md`);

/** The document without its limit on calls: what is measured is meant to be as fast as it can. */
function unhurried(file: string): string {
  mkdirSync(data, { recursive: true });
  const copy = `${data}/invoices.md`;
  writeFileSync(copy, readFileSync(file, 'utf8').replace(/^\| calls \| rate \|.*\n/m, ''));
  return copy;
}

const nonet: Target = {
  name: 'nonet',
  title: 'Nonet',
  command: (path) => [...nonetCommand, 'serve', document, '--port', '0', '--store', `sqlite:${path}`],
  async prepare(path) {
    const server = await startServer(this.command(path));
    await server.stop();
    fill(path);
    const make = ([shop, allowed]: readonly [string, readonly string[]]): string => {
      const words = [
        'keys',
        'create',
        document,
        '--scheme',
        'key',
        '--set',
        `shop=${shop}`,
        '--store',
        `sqlite:${path}`,
      ];
      const all = [...nonetCommand, ...words, ...allowed.flatMap((scope) => ['--scope', scope]), '--json'];
      return (JSON.parse(execFileSync(execPath, all, { encoding: 'utf8' })) as { readonly key: string }).key;
    };
    return { writer: make(callers.writer), reader: make(callers.reader), stranger: make(callers.stranger) };
  },
};

function yardstick(name: string, title: string): Target {
  return {
    name,
    title,
    command: (path) => [fileURLToPath(new URL(`yardsticks/${name}.ts`, import.meta.url)), path],
    async prepare(path) {
      const database = new DatabaseSync(path);
      database.exec(settings);
      database.exec(tables);
      database.prepare('INSERT INTO secret (name, value) VALUES (?, ?)').run('cursors', randomBytes(32));
      const keep = database.prepare('INSERT INTO credential (hash, shop, scopes, expires_at) VALUES (?, ?, ?, ?)');
      const make = ([shop, allowed]: readonly [string, readonly string[]]): string => {
        const key = `key_${randomBytes(18).toString('hex')}`;
        const hash = createHash('sha256').update(key).digest('hex');
        keep.run(hash, shop, JSON.stringify(allowed), Date.now() + 365 * 86_400_000);
        return key;
      };
      const keys = { writer: make(callers.writer), reader: make(callers.reader), stranger: make(callers.stranger) };
      database.close();
      fill(path);
      return keys;
    },
  };
}

/** What is measured, Nonet first, and what it is measured against. */
export const targets: readonly Target[] = [
  nonet,
  yardstick('node-sqlite', 'node:http + node:sqlite'),
  yardstick('fastify-better-sqlite3', 'Fastify + better-sqlite3'),
];
