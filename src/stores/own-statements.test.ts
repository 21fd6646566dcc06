import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import pg from 'pg';
import { freshDatabase } from '../../tests/support/postgres.ts';
import { openStore } from './index.ts';
import { askEverything, bounded, everyOwnTable, large, mostRows, rowsOf } from './own-statements.fixture.ts';
import { testHost } from './suites/surroundings.suite.ts';

const options = { platform: { ...testHost, now: Date.now }, durability: 'process' } as const;
const isOwn = (text: string): boolean => /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/.test(text) && /\bnonet_/.test(text);

/** What statements name their own tables by: `FROM nonet_event`, `INTO nonet_event`. */
function mentions(text: string): readonly string[] {
  return [...text.matchAll(/\b(FROM|INTO|UPDATE|JOIN) (nonet_\w+)/g)].map(([, verb, table]) => `${verb} ${table}`);
}

/** Fails where a statement stands in a store's files that was never asked, and so was not looked at. */
function mustBeAsked(folder: string, asked: Iterable<string>): void {
  const seen = new Set([...asked].flatMap(mentions));
  const files = [folder, 'service-tables'].flatMap((directory) => {
    const path = join(import.meta.dirname, directory);
    const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
    return names.flatMap((name) => (/migrate|\.test\.|^[^.]*$/.test(name) ? [] : [join(path, name)]));
  });
  const stated = files.flatMap((file) => mentions(readFileSync(file, 'utf8')));
  assert.ok(stated.length > 30);
  assert.deepEqual([...new Set(stated)].filter((statement) => !seen.has(statement)).toSorted(), []);
}

/** Fails where a statement reads a whole table, but for those that are bounded by what stands beside them. */
function mustNotScan(scans: ReadonlyMap<string, readonly string[]>): void {
  const wrong = [...scans].flatMap(([text, steps]) => {
    const line = text.replace(/\s+/g, ' ').trim();
    return ![...bounded.keys()].some((pattern) => pattern.test(line)) ? [`${line}\n    ${steps.join('\n    ')}`] : [];
  });
  assert.equal(wrong.length, 0, `\n${wrong.join('\n')}`);
}

test(`no statement on a table of SQLite's own scans it, with ${mostRows} rows in each`, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'own.db');
  const asked = new Set<string>();
  const { prepare } = DatabaseSync.prototype;
  t.mock.method(DatabaseSync.prototype, 'prepare', function (this: DatabaseSync, text: string) {
    asked.add(text);
    return prepare.call(this, text);
  });
  const store = await openStore(`sqlite:${path}`, everyOwnTable, options);
  await askEverything(store);
  await store.close();
  mustBeAsked('sqlite', asked);
  // SQLite prepares a statement again whenever a value is bound to its bare LIMIT.
  assert.deepEqual(
    [...asked].filter((text) => /LIMIT (\?\d*, )?\?\d*(?![\d,]| \+ 0)/.test(text)),
    [],
  );
  const database = new DatabaseSync(path);
  t.after(() => database.close());
  const counter = `WITH RECURSIVE s (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < ${mostRows})`;
  for (const table of large) {
    const columns = prepare
      .call(database, `SELECT name, type FROM pragma_table_info('${table}')`)
      .all()
      .map(({ name, type }) => ({ name: String(name), number: type === 'INTEGER' || type === 'REAL' }));
    database.exec(`${counter} ${rowsOf(table, columns)}`);
  }
  const scans = new Map<string, readonly string[]>();
  for (const text of [...asked].filter(isOwn)) {
    const steps = prepare.call(database, `EXPLAIN QUERY PLAN ${text}`).all();
    const found = steps
      .map(({ detail }) => String(detail))
      .filter((detail) => detail.includes('TEMP B-TREE') || large.some((table) => detail.startsWith(`SCAN ${table}`)));
    if (found.length > 0) scans.set(text, found);
  }
  mustNotScan(scans);
});

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Filter?: string;
  readonly Plans?: readonly Node[];
}

/** The nodes that read a large table from one end to the other: by its rows, or by an index without a condition on it. */
function scansIn(node: Node, limited = false): readonly string[] {
  const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': index, 'Index Cond': condition, Filter } = node;
  const whole = /^(Seq|Index|Index Only|Bitmap Index) Scan$/.test(type) && condition === undefined;
  const cut = limited && Filter === undefined && type !== 'Seq Scan';
  const own = whole && !cut && (large.includes(table) || type === 'Bitmap Index Scan');
  const inner =
    node.Plans?.flatMap((plan) => scansIn(plan, type === 'Limit' || (limited && type === 'LockRows'))) ?? [];
  return own ? [`${type} ${table} ${index ?? ''} ${Filter ?? ''}`.trim(), ...inner] : inner;
}

test(`no statement on a table of PostgreSQL's own scans it, with ${mostRows} rows in each`, async (t) => {
  const address = await freshDatabase();
  const asked = new Map<string, string>();
  const settings = new WeakMap<object, string>();
  const { query } = pg.Client.prototype;
  t.mock.method(pg.Client.prototype, 'query', function (this: pg.Client, ...words: unknown[]) {
    const [first] = words as [string | { readonly text?: string }];
    const text = typeof first === 'string' ? first : (first.text ?? '');
    if (text.startsWith('SET ')) settings.set(this, text);
    else asked.set(text, settings.get(this) ?? '');
    return Reflect.apply(query, this, words);
  });
  const store = await openStore(address, everyOwnTable, options);
  await askEverything(store);
  await store.close();
  mustBeAsked('postgres', asked.keys());
  const client = new pg.Client({ connectionString: address });
  t.after(() => client.end());
  await client.connect();
  for (const table of large) {
    const { rows } = await client.query(
      `SELECT column_name, data_type, is_identity FROM information_schema.columns WHERE table_name = $1`,
      [table],
    );
    const columns = rows.map((row) => ({ name: String(row.column_name), number: /int|double/.test(row.data_type) }));
    await client.query(
      `WITH s AS (SELECT n FROM generate_series(1, ${mostRows}) AS n) ${rowsOf(table, columns).replace(' SELECT', ' OVERRIDING SYSTEM VALUE SELECT')}`,
    );
  }
  await client.query('ANALYZE');
  const scans = new Map<string, readonly string[]>();
  for (const [text, set] of asked) {
    if (!isOwn(text) || /;\s/.test(text)) continue;
    await client.query(`RESET ALL; ${set}`);
    const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`);
    const found = scansIn(rows[0]['QUERY PLAN'][0].Plan);
    if (found.length > 0) scans.set(text, found);
  }
  mustNotScan(scans);
});
