import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { compile } from '../src/codegen/compile.ts';
import type { Store } from '../src/contracts/store.ts';
import { keySchemes } from '../src/operator/credentials/schemes.ts';
import { createCredential } from '../src/parts/authentication/serve/credentials/credential.ts';
import { buildPlan, readDocument } from '../src/parts/index.ts';
import type { Plan } from '../src/plan/plan.ts';
import { fetchOf } from '../src/serve/http/fetch.ts';
import { createNodePlatform } from '../src/serve/platform-node.ts';
import { openService } from '../src/serve/service.ts';
import { openStore } from '../src/stores/index.ts';
import { createConnector } from '../src/stores/postgres/connection/connect.ts';
import { readConnectionSettings } from '../src/stores/postgres/connection/opening/address.ts';
import { createSource } from '../src/text/location.ts';

/** The invoices of the example in a store of one size, and how much CPU its requests have taken. */
export interface Sized {
  /** Answers a request of the shop that has half of all invoices. */
  ask(path: string): Promise<{ readonly status: number; readonly text: string }>;
  /** Returns what answers requests of another holder of a key. */
  askAs(holder: KeyHolder): Promise<Sized['ask']>;
  /** Milliseconds of CPU that this process and the database's have used for it so far. */
  cpu(): number;
  close(): Promise<void>;
}

const platform = createNodePlatform({ info() {}, warn() {}, error() {} });
const folder = new URL('data/', import.meta.url);

function examplePlan(): Plan {
  return compilePage('invoices.md', readFileSync(new URL('../examples/invoices/invoices.md', import.meta.url), 'utf8'));
}

/** Returns the plan of a document without errors. */
export function compilePage(name: string, text: string): Plan {
  const { service, diagnostics } = readDocument(createSource(name, text));
  const error = diagnostics.find(({ severity }) => severity === 'error');
  if (error !== undefined) throw new Error(`${name}: ${error.code}: ${error.message}`);
  return buildPlan(service);
}

/** Fifty invoices for each customer who owes anything; `i` is the number of a row, `pad` writes it with 26 digits. */
function inserts(rows: number, series: (count: number) => string, pad: (text: string) => string): readonly string[] {
  const customers = rows / 4;
  const owing = rows / 50;
  const shop = (i: string) => `CASE WHEN ${i} % 2 = 0 THEN 'north' ELSE 'shop ' || (${i} % 97) END`;
  const moment = (
    i: string,
  ) => `'2026-' || substr(${pad(`1 + ${i} % 12`)}, 25) || '-' || substr(${pad(`1 + ${i} % 28`)}, 25)
    || 'T09:00:' || substr(${pad(`${i} % 60`)}, 25) || '.000Z'`;
  const state = `CASE i / 2 % 4 WHEN 0 THEN 'draft' WHEN 1 THEN 'open' WHEN 2 THEN 'paid' ELSE 'void' END`;
  return [
    `INSERT INTO customer (version, id, shop, name, email, created_at)
     SELECT 1, 'cus_' || ${pad('i')}, ${shop('i')}, 'Customer ' || i, i || '@example.com', ${moment('i')} FROM ${series(customers)}`,
    `INSERT INTO invoice (version, status_since, id, shop, customer, status, number, lines, total, paid, due_on, memo, created_at, updated_at)
     SELECT 1, 1000, 'inv_' || ${pad('i')}, ${shop('i')}, 'cus_' || ${pad(`1 + i % ${owing}`)}, ${state},
       CASE WHEN i / 2 % 4 = 0 THEN NULL ELSE i END, '[{"text":"paper","quantity":2,"price":350}]', i * 7919 % 1000003, 0,
       substr(${moment('i')}, 1, 10), 'memo ' || i, ${moment('i')}, ${moment('i')} FROM ${series(rows)}`,
  ];
}

/** The text of SQL that adds rows; `series` is a table of the numbers from 1, in its column `i`. */
type Inserts = (series: (count: number) => string) => readonly string[];

/** The holder of the key with which requests are sent. */
export interface KeyHolder {
  readonly scopes: readonly string[];
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly subject?: string;
}

const reader: KeyHolder = { scopes: ['invoices:read'], attributes: { shop: 'north' } };

/** Opens the store of so many invoices in SQLite; its file is kept for the next run. */
export function onSqlite(rows: number): Promise<Sized> {
  const pad = (text: string) => `printf('%026d', ${text})`;
  return fillSqlite(`lists-${rows}`, examplePlan(), (series) => inserts(rows, series, pad), reader);
}

/** Fills an empty database of PostgreSQL with so many invoices. */
export function onPostgres(rows: number, address: string): Promise<Sized> {
  const pad = (text: string) => `lpad((${text})::text, 26, '0')`;
  return fillPostgres(examplePlan(), address, (series) => inserts(rows, series, pad), reader);
}

/** Opens a filled store in a file of SQLite, which is kept for the next run. */
export async function fillSqlite(name: string, plan: Plan, fill: Inserts, holder: KeyHolder): Promise<Sized> {
  mkdirSync(folder, { recursive: true });
  const file = fileURLToPath(new URL(`${name}.db`, folder));
  const address = `sqlite:${file}`;
  const complete = `${file}-complete`;
  if (!existsSync(complete)) {
    rmSync(file, { force: true });
    await (await openStore(address, plan, { platform, durability: 'process' })).close();
    const database = new DatabaseSync(file);
    const series = (count: number) =>
      `(WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) SELECT i FROM n)`;
    database.exec('PRAGMA synchronous = OFF');
    for (const sql of fill(series)) database.exec(sql);
    database.close();
    new DatabaseSync(complete).exec('CREATE TABLE complete (yes)');
  }
  return sizedAt(address, plan, holder, () => 0);
}

/** Fills an empty database of PostgreSQL. */
export async function fillPostgres(plan: Plan, address: string, fill: Inserts, holder: KeyHolder): Promise<Sized> {
  await (await openStore(address, plan, { platform, durability: 'process' })).close();
  const connection = await createConnector(readConnectionSettings(address.slice(address.indexOf(':') + 1)), [
    'statement_timeout = 0',
  ])();
  const series = (count: number) => `generate_series(1::bigint, ${count}) AS i`;
  for (const text of fill(series)) await connection.execute({ text });
  await connection.execute({ text: 'VACUUM ANALYZE' });
  const backends = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  let pids: readonly unknown[] = [];
  const sized = await sizedAt(address, plan, holder, () => pids.reduce<number>((sum, pid) => sum + onCpu(pid), 0));
  pids = (await connection.execute({ text: backends })).rows.map(([pid]) => pid);
  return {
    ...sized,
    async close() {
      await sized.close();
      await connection.end();
    },
  };
}

/** Creates a key of a shop and returns its text. */
export function createKey(store: Store, plan: Plan, scopes: readonly string[], shop: string): Promise<string> {
  return createKeyOf(store, plan, { scopes, attributes: { shop } });
}

async function createKeyOf(store: Store, plan: Plan, holder: KeyHolder): Promise<string> {
  const [scheme] = keySchemes(plan);
  const asked = { kind: 'key', scheme: scheme!.name, ...holder } as const;
  const { text, record } = createCredential(platform, scheme!, asked, platform.now());
  await store.credentials.create(record);
  return text;
}

/** Milliseconds for which a process of this machine has been on a CPU, as Linux counts them. */
export function onCpu(pid: unknown): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

async function sizedAt(address: string, plan: Plan, holder: KeyHolder, besides: () => number): Promise<Sized> {
  const store = await openStore(address, plan, { platform, durability: 'process' });
  const service = openService({ plan, compiled: compile(plan), store, platform });
  const fetch = fetchOf(service);
  const askAs: Sized['askAs'] = async (other) => {
    const headers = { Authorization: `Bearer ${await createKeyOf(store, plan, other)}` };
    return async (path) => {
      const answer = await fetch(new Request(`http://localhost${path}`, { headers }), '127.0.0.1');
      return { status: answer.status, text: await answer.text() };
    };
  };
  const ask = await askAs(holder);
  return {
    ask,
    askAs,
    cpu() {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000 + besides();
    },
    async close() {
      await service.close();
      await store.close();
    },
  };
}
