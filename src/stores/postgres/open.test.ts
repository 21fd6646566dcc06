import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { list, optional, plan, ref, resource, shops, stored } from '../../../tests/support/plans.ts';
import { freshDatabase } from '../../../tests/support/postgres.ts';
import type { Store } from '../../contracts/store.ts';
import type { Plan } from '../../plan/plan.ts';
import { openStore, redactAddress } from '../index.ts';
import { StoreError } from '../store-error.ts';
import { asking, fill, keep, testHost } from '../suites/surroundings.suite.ts';
import { createConnector } from './connection/connect.ts';
import { readConnectionSettings } from './connection/opening/address.ts';
import { openPostgres } from './open.ts';

const options = { platform: testHost, durability: 'process' } as const;
const behind = (address: string): string => address.slice(address.indexOf(':') + 1);

/** What is said when a store cannot be opened; it never holds a password. */
async function refusal(opening: Promise<Store>): Promise<string> {
  const error = await opening.then(
    (store) => store.close().then(() => assert.fail('the store was opened')),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof StoreError, String(error));
  const whole = `${error.message} ${error.stack} ${(error.cause as Error | undefined)?.stack}`;
  assert.doesNotMatch(whole, /for tests only|for%20tests%20only|hidden/);
  return error.message;
}

async function run(address: string, text: string): Promise<readonly (readonly unknown[])[]> {
  const connection = await createConnector(readConnectionSettings(behind(address)), [])();
  try {
    return (await connection.execute({ text })).rows;
  } finally {
    await connection.end();
  }
}

describe('an address of PostgreSQL', () => {
  test('says where the database is and how it is reached', () => {
    const full = readConnectionSettings(
      '//me%40x:hid%2Fden@[::1]:5433/my%20db?sslmode=require&channel_binding=require',
    );
    const { tls, shown, ...rest } = full;
    const named = { host: '::1', port: 5433, user: 'me@x', password: 'hid/den', database: 'my db' };
    assert.deepEqual(rest, { ...named, channelBinding: 'require' });
    assert.deepEqual(tls, { rejectUnauthorized: false });
    assert.equal(shown, 'postgres://me%40x@[::1]:5433/my%20db');
    assert.deepEqual(readConnectionSettings('//?host=/run/postgresql'), {
      host: '/run/postgresql',
      tls: undefined,
      channelBinding: 'disable',
      shown: 'postgres://',
    });
    assert.deepEqual(readConnectionSettings('//h/d?sslmode=verify-full').tls, {});
    assert.equal(
      readConnectionSettings('//h/d?sslmode=verify-ca').tls?.checkServerIdentity?.('h', {} as never),
      undefined,
    );
  });

  test('gives a client certificate, options of the server, and the time to connect', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const files = ['rootcert', 'cert', 'key'].map((name) => [name, join(folder, `${name}.pem`)] as const);
    for (const [name, path] of files) writeFileSync(path, `a ${name}`);
    const query = files.map(([name, path]) => `ssl${name}=${encodeURIComponent(path)}`).join('&');
    const whole = { ca: 'a rootcert', cert: 'a cert', key: 'a key' };
    assert.deepEqual(readConnectionSettings(`//h/d?sslmode=verify-full&${query}`).tls, whole);
    // A root certificate is never read in vain.
    const { checkServerIdentity, ...required } = readConnectionSettings(`//h/d?sslmode=require&${query}`).tls!;
    assert.deepEqual([required, checkServerIdentity?.('h', {} as never)], [whole, undefined]);

    const address = `${await freshDatabase()}?connect_timeout=7&options=${encodeURIComponent('-c search_path=app -c work_mem=9MB')}`;
    assert.equal(readConnectionSettings(behind(address)).connectTimeoutMs, 7_000);
    assert.deepEqual(await run(address, `SELECT current_setting('search_path'), current_setting('work_mem')`), [
      ['app', '9MB'],
    ]);
    assert.match(
      await refusal(openStore(address, shops, options)),
      /The database \S+ has no schema for this user\. Create one, or name one in the user's `search_path`\./,
    );
  });

  test('leaves what it does not say to the variables of libpq', async (t) => {
    const server = new URL(await freshDatabase());
    const variables = {
      PGHOST: server.hostname,
      PGPORT: server.port,
      PGUSER: server.username,
      PGPASSWORD: decodeURIComponent(server.password),
      PGDATABASE: server.pathname.slice(1),
      PGAPPNAME: 'not mine',
    };
    const settings = readConnectionSettings('//', {
      ...variables,
      PGOPTIONS: '-c work_mem=9MB',
      PGCONNECT_TIMEOUT: '7',
      PGSSLMODE: '',
    });
    assert.equal(settings.shown, `postgres://${server.username}@${server.host}${server.pathname}`);
    assert.deepEqual([settings.connectTimeoutMs, settings.tls], [7_000, undefined]);
    const connection = await createConnector(settings, [])();
    const { rows } = await connection.execute({
      text: `SELECT current_database(), current_setting('work_mem'), current_setting('application_name') LIKE 'nonet on %'`,
    });
    await connection.end();
    assert.deepEqual(rows, [[variables.PGDATABASE, '9MB', true]]);
    const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const { PGPASSWORD: word, ...without } = variables;
    writeFileSync(join(folder, 'pass'), `*:*:*:*:${word}\n`, { mode: 0o600 });
    process.env.PGPASSFILE = join(folder, 'pass');
    t.after(() => void delete process.env.PGPASSFILE);
    await (await createConnector(readConnectionSettings('//', without), [])()).end();
    // The server has no certificate: a connection that would be plain is not made.
    for (const [rest, more] of [
      ['//', { PGSSLMODE: 'verify-full' }],
      ['//?sslmode=require', { PGSSLMODE: 'disable' }],
    ] as const) {
      await assert.rejects(
        createConnector(readConnectionSettings(rest, { ...variables, ...more }), [])(),
        /does not support SSL/,
      );
    }
    const others = { ...variables, PGSSLMODE: 'verify-full', PGSSLROOTCERT: '/no/such', PGPORT: '1' };
    const { tls, host, port, user, database } = readConnectionSettings('//me:x@h:2/d?sslmode=disable', others);
    assert.deepEqual([tls, host, port, user, database], [undefined, 'h', 2, 'me', 'd']);
    assert.equal(readConnectionSettings('//?host=/run/postgresql', variables).host, '/run/postgresql');
    for (const [rest, more, said] of [
      [
        '//h/d',
        { PGSSLMODE: 'prefer' },
        /The variable PGSSLMODE is `prefer`, which is not one of `disable`, `require`/,
      ],
      ['//h/d', { PGSSLROOTCERT: 'ca' }, /The variable PGSSLROOTCERT is `ca`, but connections are not encrypted/],
      ['//h/d?sslmode=require', { PGSSLCERT: 'c' }, /The variable PGSSLCERT is `c`, but no `sslkey`/],
      [
        '//h/d?sslmode=require',
        { PGSSLROOTCERT: '/no/such' },
        /The variable PGSSLROOTCERT is `\/no\/such`, a file that/,
      ],
      ['//h/d', { PGCONNECT_TIMEOUT: 'soon' }, /The variable PGCONNECT_TIMEOUT is `soon`\. Write a whole number/],
      ['//h/d', { PGCHANNELBINDING: 'require' }, /The variable PGCHANNELBINDING is `require`, but connections are not/],
      ['//h/d', { PGPORT: 'five' }, /The variable PGPORT is `five`\. Write a whole number/],
      ['//h/d', { PGSERVICE: 'mine' }, /The variable PGSERVICE is set, but Nonet does not support it/],
      ['//h/d', { PGSSLCRL: 'list' }, /The variable PGSSLCRL is set/],
    ] as const) {
      assert.throws(() => readConnectionSettings(rest, more), said);
    }
  });

  test('S63: an address is shown without its password', () => {
    for (const [address, shown] of [
      ['postgres://me:hid@/den:@host:5433/db?sslmode=require', 'postgres://me@host:5433/db?sslmode=require'],
      ['postgresql://:hidden@host/db', 'postgresql://@host/db'],
      ['postgres://host:5433/db', 'postgres://host:5433/db'],
      ['sqlite:me:a@b.db', 'sqlite:me:a@b.db'],
    ]) {
      assert.equal(redactAddress(address!), shown);
    }
  });

  test('that cannot be read, or asks for what is not known, is refused without its password', async () => {
    for (const [address, said] of [
      ['postgres:', /has no file or database/],
      ['postgres:me:hidden', /is not valid\. Write `postgres:\/\/user/],
      ['postgres://me:hidden@host:port/d', /is not valid/],
      ['postgres://me:hidden@h/d?sslmode=prefer', /sslmode `prefer`, which is not one of `disable`, `require`/],
      ['postgres://me:hidden@h/d?pool=3', /postgres:\/\/me@h\/d has the setting `pool`/],
      [
        'postgresql://me:hidden@h/d?sslmode=require&sslrootcert=/no/such',
        /sslrootcert `\/no\/such`, a file that cannot be read/,
      ],
      ['postgres://me:hidden@h/d?sslrootcert=ca', /has the sslrootcert `ca`, but connections are not encrypted\. Add/],
      ['postgres://me:hidden@h/d?sslmode=disable&sslcert=c&sslkey=k', /has the sslcert `c`, but/],
      [
        'postgres://me:hidden@h/d?sslmode=require&sslcert=c',
        /sslcert `c`, but no `sslkey`: a client certificate needs both/,
      ],
      ['postgres://me:hidden@h/d?sslmode=require&sslkey=c', /sslkey `c`, but no `sslcert`/],
      ['postgres://me:hidden@h/d?connect_timeout=0', /connect_timeout `0`\. Write a whole number of seconds from 1/],
      ['postgres://me:hidden@h/d?connect_timeout=2s', /connect_timeout `2s`/],
      [
        'postgres://me:hidden@h/d?channel_binding=yes',
        /channel_binding `yes`, which is not one of `disable`, `prefer`/,
      ],
      ['postgres://me:hidden@h/d?channel_binding=require', /`require`, but connections are not encrypted/],
    ] as const) {
      assert.match(await refusal(openStore(address, shops, options)), said);
    }
  });

  test('where nobody answers, or the password is wrong, is told as what it is', async () => {
    const address = new URL(await freshDatabase());
    address.password = 'hidden';
    assert.match(
      await refusal(openStore(String(address), shops, options)),
      /cannot be opened: password authentication failed/,
    );
    address.port = '1';
    assert.match(await refusal(openStore(String(address), shops, options)), /cannot be opened: .*ECONNREFUSED/);
  });
});

describe('opening a database', () => {
  test('tables are made once when several instances start at once', async () => {
    const address = await freshDatabase();
    const stores = await Promise.all(Array.from({ length: 5 }, () => openStore(address, shops, options)));
    await fill(stores[0]!, 'Customer', [[1, 'c', 'north', null, null]]);
    for (const store of stores) {
      assert.equal(await store.prepare({ resource: 'Customer', conditions: [] }).count(asking()), 1);
      assert.deepEqual(store.secret('cursors'), stores[0]!.secret('cursors'));
      await store.close();
    }
  });

  test('tables are what a person would query', async () => {
    const address = await freshDatabase();
    await (await openStore(address, shops, options)).close();
    const columns = await run(
      address,
      `SELECT column_name, data_type, is_nullable, collation_name FROM information_schema.columns
       WHERE table_name = 'invoice' AND column_name IN ('id', 'total', 'big', 'ratio', 'paid', 'memo') ORDER BY 1`,
    );
    assert.deepEqual(columns, [
      ['big', 'bigint', 'YES', null],
      ['id', 'text', 'NO', 'C'],
      ['memo', 'text', 'YES', 'C'],
      ['paid', 'boolean', 'YES', null],
      ['ratio', 'double precision', 'YES', null],
      ['total', 'bigint', 'NO', null],
    ]);
    const constraints = await run(
      address,
      `SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'invoice'::regclass AND contype IN ('f', 'p') ORDER BY 1`,
    );
    assert.deepEqual(constraints, [['FOREIGN KEY (customer) REFERENCES customer(id)'], ['PRIMARY KEY (id)']]);
    await assert.rejects(run(address, `INSERT INTO invoice (id, kind) VALUES ('x', 'none')`), /violates/);
  });

  test('a database of another document is refused, and each difference is named', async () => {
    const address = await freshDatabase();
    const before = plan([resource('Note', [stored('id'), stored('text'), optional('old')])], [list('Note')]);
    await (await openStore(address, before, options)).close();
    const order = [{ field: 'memo', descending: false }];
    const fields = [stored('id'), optional('text'), optional('memo')];
    const after = plan([resource('Note', fields), resource('Tag', [stored('id')])], [list('Note', { order })]);
    const said = await refusal(openStore(address, after, options));
    assert.match(said, /The database postgres:\/\/nonet@127\.0\.0\.1:\d+\/test_\w+ does not fit the document: /);
    assert.match(said, /the document now has the field `memo` of `note` that the database does not/);
    assert.match(said, /the database has the field `old` of `note` that the document does not/);
    assert.match(
      said,
      /the field `text` of `note` is `text COLLATE "C"` in the document and `text COLLATE "C" NOT NULL`/,
    );
    assert.match(said, /the document now has the table `tag` that the database does not/);
    await (await openStore(address, { ...before, digest: 'changed' }, options)).close();
    assert.deepEqual(await run(address, `SELECT value FROM nonet_meta WHERE name = 'plan digest'`), [['changed']]);
  });

  test('a database that something else made is refused', async () => {
    const address = await freshDatabase();
    await run(address, 'CREATE TABLE theirs (id int)');
    assert.match(
      await refusal(openStore(address, shops, options)),
      /was not made by Nonet: it holds the table `theirs`/,
    );
    assert.deepEqual(await run(address, `SELECT to_regclass('nonet_meta')`), [[null]]);
  });

  test('an instance whose clock is far from the database’s does not start', async () => {
    const address = await freshDatabase();
    const off = (by: number) => openPostgres(behind(address), shops, options, { now: () => Date.now() + by });
    assert.match(
      await refusal(off(2_000)),
      /This machine's clock is \d+ ms ahead of the clock of the database postgres:.*With more than 500 ms, instances would store timestamps in the wrong order. Set both clocks by NTP, then start again\./s,
    );
    assert.match(await refusal(off(-2_000)), /clock is \d+ ms behind the clock/);
    await (await off(100)).close();
  });

  test('a write is on the disk when it is answered, unless less was asked for', async () => {
    const address = await freshDatabase();
    for (const [durability, commit] of [
      ['full', 'on'],
      ['process', 'off'],
    ] as const) {
      const store = await openStore(address, shops, { ...options, durability });
      const [seen] = await keep(store, async (part) => {
        const executor = part as unknown as { execute(statement: object): Promise<{ rows: readonly unknown[][] }> };
        return (await executor.execute({ text: 'SHOW synchronous_commit' })).rows[0]!;
      });
      assert.equal(seen, commit);
      await store.close();
    }
  });

  test('names of tables, columns and constraints never collide, however long and whatever they are', async () => {
    const long = 'x'.repeat(70);
    const names = [
      'id',
      'version',
      'order',
      '"',
      "a'b",
      'c0',
      'k0',
      'holds',
      't',
      'r',
      'read',
      `${long}1`,
      `${long}2`,
      'é'.repeat(40),
    ];
    const fields = names.map((name) => stored(name, 'text', name === 'order' ? { state: true } : {}));
    const of = (name: string, table: string) =>
      resource(name, [...fields, ref(`${long}3`, 'Own')], {
        table,
        uniques: [{ fields: ['"', `${long}1`], safe: false, words: 'unique', line: 1 }],
        referredBy:
          name === 'Own'
            ? ['Meta', 'Own', 'Select'].map((from) => ({
                resource: from,
                field: `${long}3`,
                onDelete: 'restrict' as const,
              }))
            : [],
      });
    const resources = [of('Meta', 'nonet_meta'), of('Own', 'table_nonet_meta'), of('Select', 'select')];
    const order = [{ field: `${long}2`, descending: true }];
    const service: Plan = plan(
      resources,
      resources.map(({ name }) => list(name, { order })),
    );
    const store = await openStore(await freshDatabase(), service, options);
    const rowOf = (name: string, id: string, to: string | null) => [
      1,
      null,
      id,
      ...names.slice(1).map((field) => `${field} of ${name}`),
      to,
    ];
    for (const { name } of [resources[1]!, resources[0]!, resources[2]!]) {
      const row = rowOf(name, 'one', name === 'Own' ? null : 'one');
      await fill(store, name, [row]);
      const contains = { kind: 'compare', path: ['t'], operator: 'contains' } as const;
      const query = store.prepare({
        resource: name,
        conditions: [contains],
        order: [...order, { field: 'id', descending: true }],
      });
      assert.deepEqual((await query.many({ ...asking('t of'), limit: 5 })).rows, [row]);
      const again = await keep(store, (part) => part.insert(name, rowOf(name, 'other', null)));
      assert.deepEqual(again, { kind: 'not unique', unique: 0 });
    }
    const refused = await keep(store, (part) => part.delete('Own', 'one'));
    assert.deepEqual({ ...refused, resource: '' }, { kind: 'still referenced', resource: '', field: `${long}3` });
    await store.close();
  });

  test('the trial of a write fails while the database is read-only, and succeeds again', async (t) => {
    const address = await freshDatabase();
    const store = await openStore(address, shops, options);
    t.after(() => store.close());
    await store.probeWrite();
    const database = `"${new URL(address).pathname.slice(1)}"`;
    const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    await run(address, `ALTER DATABASE ${database} SET default_transaction_read_only = on`);
    await run(address, end);
    await assert.rejects(
      retry(() => store.probeWrite(), /read-only/),
      /read-only/,
    );
    await run(address, `BEGIN READ WRITE; ALTER DATABASE ${database} RESET default_transaction_read_only; COMMIT`);
    await run(address, end);
    await retry(() => store.probeWrite());
  });
});

/** Repeats work until it succeeds or fails as expected: the first trial may find that its connection is gone. */
async function retry(work: () => Promise<void>, until = /never/): Promise<void> {
  for (let left = 20; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (left === 0 || until.test(String(error))) throw error;
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}
