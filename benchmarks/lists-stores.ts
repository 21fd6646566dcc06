import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { compile } from '../src/codegen/compile.ts';
import type { Store } from '../src/contracts/store.ts';
import { keySchemes } from '../src/operator/credentials/schemes.ts';
import { createCredential } from '../src/parts/authentication/serve/credential.ts';
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
  /** Milliseconds of CPU that this process and the database's have used for it so far. */
  cpu(): number;
  close(): Promise<void>;
}

const platform = createNodePlatform({ info() {}, warn() {}, error() {} });
const folder = new URL('data/', import.meta.url);

function examplePlan() {
  const text = readFileSync(new URL('../examples/invoices/invoices.md', import.meta.url), 'utf8');
  return buildPlan(readDocument(createSource('invoices.md', text)).service);
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

/** Opens the store of so many invoices in SQLite; its file is kept for the next run. */
export async function onSqlite(rows: number): Promise<Sized> {
  mkdirSync(folder, { recursive: true });
  const file = fileURLToPath(new URL(`lists-${rows}.db`, folder));
  const address = `sqlite:${file}`;
  const fill = async () => {
    const database = new DatabaseSync(file);
    const series = (count: number) =>
      `(WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) SELECT i FROM n)`;
    database.exec('PRAGMA synchronous = OFF');
    for (const sql of inserts(rows, series, (text) => `printf('%026d', ${text})`)) database.exec(sql);
    database.close();
  };
  const complete = `${file}-complete`;
  if (!existsSync(complete)) {
    rmSync(file, { force: true });
    await (await openStore(address, examplePlan(), { platform, durability: 'process' })).close();
    await fill();
    new DatabaseSync(complete).exec('CREATE TABLE complete (yes)');
  }
  return sizedAt(address, () => 0);
}

/** Fills an empty database of PostgreSQL with so many invoices. */
export async function onPostgres(rows: number, address: string): Promise<Sized> {
  await (await openStore(address, examplePlan(), { platform, durability: 'process' })).close();
  const connection = await createConnector(readConnectionSettings(address.slice(address.indexOf(':') + 1)), [
    'statement_timeout = 0',
  ])();
  const series = (count: number) => `generate_series(1::bigint, ${count}) AS i`;
  for (const text of inserts(rows, series, (expression) => `lpad((${expression})::text, 26, '0')`))
    await connection.execute({ text });
  await connection.execute({ text: 'VACUUM ANALYZE' });
  const backends = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  let pids: readonly unknown[] = [];
  const sized = await sizedAt(address, () => pids.reduce<number>((sum, pid) => sum + onCpu(pid), 0));
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
export async function createKey(store: Store, plan: Plan, scopes: readonly string[], shop: string): Promise<string> {
  const asked = { kind: 'key', scheme: keySchemes(plan)[0]!.name, scopes, attributes: { shop } } as const;
  const { text, record } = createCredential(platform, keySchemes(plan)[0]!, asked, platform.now());
  await store.credentials.create(record);
  return text;
}

/** Milliseconds for which a process of this machine has been on a CPU, as Linux counts them. */
export function onCpu(pid: unknown): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

async function sizedAt(address: string, besides: () => number): Promise<Sized> {
  const plan = examplePlan();
  const store = await openStore(address, plan, { platform, durability: 'process' });
  const service = openService({ plan, compiled: compile(plan), store, platform });
  const key = await createKey(store, plan, ['invoices:read'], 'north');
  const headers = { Authorization: `Bearer ${key}` };
  const fetch = fetchOf(service);
  const ask: Sized['ask'] = async (path) => {
    const answer = await fetch(new Request(`http://localhost${path}`, { headers }), '127.0.0.1');
    return { status: answer.status, text: await answer.text() };
  };
  await ask('/invoices');
  return {
    ask,
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
