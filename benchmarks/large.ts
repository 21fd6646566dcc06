import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { compile } from '../src/codegen/compile.ts';
import { buildPlan, readDocument } from '../src/parts/index.ts';
import { fetchOf } from '../src/serve/http/fetch.ts';
import { createNodePlatform } from '../src/serve/platform-node.ts';
import { openService } from '../src/serve/service.ts';
import { openMigration, openStore } from '../src/stores/index.ts';
import { migrate } from '../src/stores/migration.ts';
import { createConnector } from '../src/stores/postgres/connection/connect.ts';
import { readConnectionSettings } from '../src/stores/postgres/connection/opening/address.ts';
import { createSource } from '../src/text/location.ts';
import { newDatabase, startPostgres } from '../tests/support/postgres.ts';
import { noteRows, notesDocument, textsFrom, wordAt } from './large-notes.ts';
import { createKey, onCpu } from './lists-stores.ts';
import { median } from './statistics.ts';

// What searches, totals and writes cost with very many records: the CPU of one request, in this process and in the database's.
// `npm run bench:large -- --store sqlite --rows 1000000 --requests 20`

const { values } = parseArgs({
  options: {
    store: { type: 'string' },
    rows: { type: 'string', default: '1000000' },
    requests: { type: 'string', default: '20' },
    creates: { type: 'string', default: '3000' },
  },
});
const [rows, requests, creates] = [Number(values.rows), Number(values.requests), Number(values.creates)];
const platform = createNodePlatform({ info() {}, warn() {}, error() {} });

const asked: readonly (readonly [name: string, path: string])[] = [
  ['a word of one record', '/notes?q=xylophonist&limit=25'],
  ['a word of no record', '/notes?q=zeppelin&limit=25'],
  [`a word of many records (\`${wordAt(1)}\`)`, `/notes?q=${wordAt(1)}&limit=25`],
  ['three rare words', `/notes?q=${wordAt(15_000)}+${wordAt(16_001)}+${wordAt(17_002)}&limit=25`],
  ['two characters of no record', '/notes?q=zz&limit=25'],
  ['total of all', '/notes?total=true&limit=25'],
  ['total of a word of one record', '/notes?q=xylophonist&total=true&limit=25'],
];

function planOf(search: boolean) {
  return buildPlan(readDocument(createSource('notes.md', notesDocument(search))).service);
}

interface Database {
  readonly address: string;
  fill(): Promise<void>;
  /** Milliseconds of CPU of the database's own processes. */
  cpu(): Promise<number>;
  size(): Promise<number>;
  close(): Promise<void>;
}

function sqlite(): Database {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-large-'));
  const file = join(folder, 'large.db');
  return {
    address: `sqlite:${file}`,
    async fill() {
      const database = new DatabaseSync(file);
      database.exec('PRAGMA synchronous = OFF; BEGIN');
      const insert = database.prepare('INSERT INTO note (version, id, shop, created_at, text) VALUES (1, ?, ?, ?, ?)');
      for (const { id, shop, created_at, text } of noteRows(rows)) insert.run(id, shop, created_at, text);
      database.exec('COMMIT');
      database.close();
    },
    cpu: async () => 0,
    async size() {
      const database = new DatabaseSync(file);
      const { size } = database
        .prepare('SELECT page_count * page_size AS size FROM pragma_page_count, pragma_page_size')
        .get()!;
      database.close();
      return Number(size);
    },
    close: async () => rmSync(folder, { recursive: true }),
  };
}

async function postgres(): Promise<Database> {
  const server = await startPostgres();
  const address = await newDatabase(server.address, 'large');
  const settings = readConnectionSettings(address.slice(address.indexOf(':') + 1));
  const connection = await createConnector(settings, ['statement_timeout = 0'])();
  const ask = async (text: string, bound?: readonly unknown[]) => (await connection.execute({ text }, bound)).rows;
  return {
    address,
    async fill() {
      const all = [...noteRows(rows)];
      const text = `INSERT INTO note (version, id, shop, created_at, text)
        SELECT 1, * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])`;
      for (let at = 0; at < all.length; at += 10_000) {
        const some = all.slice(at, at + 10_000);
        await ask(text, [
          some.map((row) => row.id),
          some.map((row) => row.shop),
          some.map((row) => row.created_at),
          some.map((row) => row.text),
        ]);
      }
      await ask('VACUUM ANALYZE');
    },
    async cpu() {
      const pids = await ask(`SELECT pid FROM pg_stat_activity WHERE datname = current_database()`);
      return pids.reduce<number>((sum, [pid]) => sum + onCpu(pid), 0);
    },
    size: async () => Number((await ask('SELECT pg_database_size(current_database())'))[0]![0]),
    async close() {
      await connection.end();
      await server.stop();
    },
  };
}

async function serve<T>(
  address: string,
  search: boolean,
  work: (ask: (path: string, body?: object) => Promise<string>) => Promise<T>,
): Promise<T> {
  const plan = planOf(search);
  const store = await openStore(address, plan, { platform, durability: 'process' });
  const service = openService({ plan, compiled: compile(plan), store, platform });
  const key = await createKey(store, plan, ['notes'], 'north');
  const fetch = fetchOf(service);
  try {
    return await work(async (path, body) => {
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
      const init = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) };
      const answer = await fetch(new Request(`http://localhost${path}`, init), '127.0.0.1');
      const text = await answer.text();
      if (answer.status >= 300 && body !== undefined) throw new Error(`${path}: ${answer.status} ${text}`);
      return text;
    });
  } finally {
    await service.close();
    await store.close();
  }
}

async function cpuOf({ cpu }: Database, work: () => Promise<unknown>): Promise<number> {
  const [own, before] = [process.cpuUsage(), await cpu()];
  await work();
  const { user, system } = process.cpuUsage(own);
  return (user + system) / 1000 + (await cpu()) - before;
}

/** Creates notes, 16 at a time. */
async function createNotes(ask: (path: string, body?: object) => Promise<string>): Promise<void> {
  const text = textsFrom(11);
  const one = async (): Promise<void> => {
    for (let i = 0; i < creates / 16; i++) await ask('/notes', { text: text() });
  };
  await Promise.all(Array.from({ length: 16 }, one));
}

async function measure(name: string, database: Database): Promise<void> {
  const print = (what: string, cost: string): void => console.log(`| ${name} | ${what} | ${cost} |`);
  const { address } = database;
  await (await openStore(address, planOf(false), { platform, durability: 'process' })).close();
  await database.fill();
  const size = await database.size();
  await serve(address, false, async (ask) => {
    await createNotes(ask);
    const cost = await cpuOf(database, () => createNotes(ask));
    print('create without a search', `${((cost * 1000) / creates).toFixed(0)} µs`);
  });
  const started = performance.now();
  const migration = (await openMigration(address))!;
  await migrate(migration, planOf(true), { platform, renames: [], allowDataLoss: [], dryRun: false });
  await migration.close();
  print('migration that adds the search', `${((performance.now() - started) / 1000).toFixed(1)} s`);
  print(
    'size of the index',
    `${((await database.size()) / 1e6 - size / 1e6).toFixed(0)} of ${(size / 1e6).toFixed(0)} MB`,
  );
  await serve(address, true, async (ask) => {
    for (const [what, path] of asked) {
      const found = JSON.parse(await ask(path)) as { data?: unknown[]; total?: number | null; title?: string };
      const costs: number[] = [];
      const times: number[] = [];
      for (let i = 0; i < requests; i++) {
        const begun = performance.now();
        costs.push(await cpuOf(database, () => ask(path)));
        times.push(performance.now() - begun);
      }
      const total = typeof found.total === 'number' ? `, total ${found.total}` : '';
      const records = found.data === undefined ? found.title : `${found.data.length} records${total}`;
      print(`${what}: ${records}`, `${median(costs).toFixed(2)} ms of CPU, ${median(times).toFixed(1)} ms`);
    }
    await createNotes(ask);
    const cost = await cpuOf(database, () => createNotes(ask));
    print('create with a search', `${((cost * 1000) / creates).toFixed(0)} µs`);
  });
  await database.close();
}

console.log(`| Store | ${rows.toLocaleString('en')} records | Cost |\n| --- | --- | ---: |`);
if (values.store !== 'postgres') await measure('SQLite', sqlite());
if (values.store !== 'sqlite') await measure('PostgreSQL', await postgres());
