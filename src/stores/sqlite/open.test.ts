import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { umask } from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { describe, type TestContext, test } from 'node:test';
import { list, optional, plan, resource, shops, stored } from '../../../tests/support/plans.ts';
import { StoreUnavailableError } from '../../contracts/store.ts';
import { openOutFile } from '../../operator/files/out-file.ts';
import type { Plan } from '../../plan/plan.ts';
import { openStore } from '../index.ts';
import { StoreError } from '../store-error.ts';
import { asking, fill, testHost } from '../suites/surroundings.suite.ts';
import { openSqliteMigration } from './migrate.ts';

function place(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return join(folder, 'test.db');
}

const options = { platform: testHost, durability: 'process' } as const;

async function refusal(path: string, of: Plan): Promise<string> {
  const error = await openStore(`sqlite:${path}`, of, options).then(
    () => assert.fail('the store was opened'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof StoreError);
  return error.message;
}

describe('opening a store', () => {
  test('an address that no store has is refused with those that are supported, and shows no password', async () => {
    for (const address of ['mysql://me:hidden@host/db', 'invoices.db', '', 'sqlite:', 'toString:x']) {
      await assert.rejects(openStore(address, shops, options), (error: Error) => {
        assert.ok(error instanceof StoreError);
        assert.match(error.message, /Write `sqlite:invoices\.db` for a file, `sqlite::memory:` .* or `postgres:/);
        assert.doesNotMatch(error.message, /hidden/);
        return true;
      });
    }
  });

  test('a store in memory keeps records while it is open', async () => {
    const store = await openStore('sqlite::memory:', shops, { ...options, durability: 'full' });
    await fill(store, 'Customer', [[1, 'c', 'north', null, null]]);
    assert.equal(await store.prepare({ resource: 'Customer', conditions: [] }).count(asking()), 1);
    await store.close();
  });

  test('a full database takes no write and says so, and what it has is read', async (t) => {
    const path = place(t);
    const { exec } = DatabaseSync.prototype;
    // The statement that writes fails then, not only the commit behind it.
    t.mock.method(DatabaseSync.prototype, 'exec', function (this: DatabaseSync, text: string) {
      exec.call(this, text);
      if (text.includes('journal_mode')) exec.call(this, 'PRAGMA max_page_count = 120');
    });
    const store = await openStore(`sqlite:${path}`, shops, options);
    t.after(() => store.close());
    const customers = store.prepare({ resource: 'Customer', conditions: [] });
    const results = await Promise.allSettled(
      Array.from({ length: 400 }, (_, i) =>
        fill(store, 'Customer', [[1, `c${i}`, i % 2 === 0 ? 'north' : 'south', `${i}${'x'.repeat(2_000)}`, null]]),
      ),
    );
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []));
    assert.ok(refused.length > 0 && refused.length < 400, `${refused.length} were refused`);
    for (const error of refused) {
      assert.ok(error instanceof StoreUnavailableError, error.stack);
      assert.equal(error.message, 'database or disk is full');
    }
    assert.equal(await customers.count(asking()), 400 - refused.length);
  });

  test('the trial of a write fails while a full disk takes none, and succeeds again', async (t) => {
    const path = place(t);
    const store = await openStore(`sqlite:${path}`, shops, options);
    t.after(() => store.close());
    await store.probeWrite();
    const other = new DatabaseSync(path);
    t.after(() => other.close());
    for (const event of ['INSERT', 'UPDATE'])
      other.exec(
        `CREATE TRIGGER full_${event} BEFORE ${event} ON nonet_meta BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`,
      );
    await assert.rejects(store.probeWrite(), /the disk is full/);
    for (const event of ['INSERT', 'UPDATE']) other.exec(`DROP TRIGGER full_${event}`);
    await store.probeWrite();
  });

  test('a database of another document is refused, and each difference is named', async (t) => {
    const path = place(t);
    const before = plan([resource('Note', [stored('id'), stored('text'), optional('old')])], [list('Note')]);
    await (await openStore(`sqlite:${path}`, before, options)).close();
    const order = [{ field: 'memo', descending: false }];
    const fields = [stored('id'), optional('text'), optional('memo')];
    const after = plan([resource('Note', fields), resource('Tag', [stored('id')])], [list('Note', { order })]);
    const said = await refusal(path, after);
    assert.match(said, /the document now has the field `memo` of `note` that the database does not/);
    assert.match(said, /the database has the field `old` of `note` that the document does not/);
    assert.match(said, /the field `text` of `note` is `TEXT` in the document and `TEXT NOT NULL` in the database/);
    assert.match(said, /the document now has the index `note_by_memo_id` of `note`/);
    assert.match(said, /the document now has the table `tag` that the database does not/);
    assert.match(said, /`nonet migrate test\.md` .* shows each step and takes it/);
    await (await openStore(`sqlite:${path}`, before, options)).close();
  });

  test('S75: files with records are made for their owner alone, whatever the umask', {
    skip: process.platform === 'win32',
  }, async (t) => {
    const path = place(t);
    const before = umask(0);
    try {
      const store = await openStore(`sqlite:${path}`, shops, { ...options, durability: 'full' });
      await fill(store, 'Customer', [[1, 'c', 'north', null, null]]);
      const modes = (): Record<string, string> => {
        const files = readdirSync(dirname(path)).map((name) => [
          name,
          statSync(join(dirname(path), name)).mode & 0o777,
        ]);
        return Object.fromEntries(files.map(([name, mode]) => [name, Number(mode).toString(8)]));
      };
      const served = ['test.db', 'test.db-served', 'test.db-shm', 'test.db-wal'].map((name) => [name, '600']);
      assert.deepEqual(modes(), Object.fromEntries(served));
      const migration = openSqliteMigration(path)!;
      await migration.copyTo!(join(dirname(path), 'copy'));
      await migration.close();
      const exported = await openOutFile(join(dirname(path), 'lines'));
      await exported.line('{}');
      await exported.keep();
      await store.close();
      for (const [name, mode] of Object.entries(modes())) assert.equal(mode, '600', name);
      assert.ok('copy' in modes() && 'lines' in modes());
    } finally {
      umask(before);
    }
  });

  test('a change of the document that leaves the tables alone goes on, and the database holds the new plan', async (t) => {
    const path = place(t);
    await (await openStore(`sqlite:${path}`, shops, options)).close();
    await (await openStore(`sqlite:${path}`, { ...shops, digest: 'changed' }, options)).close();
    const database = new DatabaseSync(path);
    const kept = database.prepare(`SELECT value FROM nonet_meta WHERE name = 'plan digest'`).get();
    database.close();
    assert.equal(kept?.value, 'changed');
  });

  test('a database that something else made is refused, and a file that is none', async (t) => {
    const path = place(t);
    const database = new DatabaseSync(path);
    database.exec('CREATE TABLE theirs (id INTEGER)');
    database.close();
    assert.match(await refusal(path, shops), /was not made by Nonet: it holds the table `theirs`/);
    assert.match(await refusal(join(path, 'below', 'x.db'), shops), /cannot be opened/);
    const folder = dirname(path);
    assert.match(await refusal(join(folder, 'none', 'x.db'), shops), /cannot be opened: its folder does not exist\.$/);
    assert.match(await refusal(folder, shops), /cannot be opened: it is a folder\.$/);
  });

  test('names of tables, columns and constraints never collide, whatever a document calls its things', async (t) => {
    const names = [
      'id',
      'version',
      'version_',
      'rowid',
      'order',
      '"',
      "a'b",
      'c0',
      'k0',
      'holds',
      't',
      'r',
      'constructor',
    ];
    const fields = names.map((name) => stored(name, 'text', { state: name === 'order' ? true : undefined } as object));
    const of = (name: string, table: string) =>
      resource(name, fields, { table, uniques: [{ fields: ['"', "a'b"], safe: false, words: 'unique', line: 1 }] });
    const resources = [
      of('Meta', 'nonet_meta'),
      of('Own', 'table_nonet_meta'),
      of('Schema', 'sqlite_schema'),
      of('Select', 'select'),
    ];
    const order = [{ field: 'c0', descending: true }];
    const service = plan(
      resources,
      resources.map(({ name }) => list(name, { order })),
    );
    const store = await openStore(`sqlite:${place(t)}`, service, options);
    for (const { name } of resources) {
      const row = [1, null, ...names.map((field) => `${field} of ${name}`)];
      await fill(store, name, [row]);
      const contains = { kind: 'compare', path: ['t'], operator: 'contains' } as const;
      const query = store.prepare({
        resource: name,
        conditions: [contains],
        order: [...order, { field: 'id', descending: true }],
      });
      assert.deepEqual((await query.many({ ...asking('t of'), limit: 5 })).rows, [row]);
      assert.equal(
        (
          (await store.write((part) => ({
            result: part.insert(name, [
              1,
              null,
              ...names.map((field) => (field === 'id' ? 'other' : `${field} of ${name}`)),
            ]),
            undo: false,
          }))) as { unique: number }
        ).unique,
        0,
      );
    }
    await store.close();
  });
});
