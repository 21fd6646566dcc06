import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import pg from 'pg';
import { said } from '../../src/cli/shared/terminal.fixture.ts';
import { readPostgres } from '../../src/import/database/postgres.ts';
import { readSqlite } from '../../src/import/database/sqlite.ts';
import { importCatalog } from '../../src/import/index.ts';
import { readDocument } from '../../src/parts/index.ts';
import { createSource } from '../../src/text/location.ts';
import { freshDatabase } from '../support/postgres.ts';
import { inFolder } from '../support/process.ts';

const shop = `
create table customers (
  id integer primary key,
  email text not null unique,
  name varchar(80) not null,
  tier text not null default 'basic' check (tier in ('basic', 'gold plated')),
  born date,
  created_at timestamp not null default current_timestamp
);
create table products (
  code text primary key not null,
  price decimal(10,2) not null,
  stock integer not null default 0 check (stock >= 0),
  label text generated always as (code || '!') stored,
  photo blob
);
create table orders (
  id integer primary key,
  customer_id integer not null references customers(id) on delete cascade,
  product text references products on delete set null,
  number integer not null,
  note text check (length(note) <= 200),
  check (number > id),
  unique (number, customer_id)
);
create table tags (order_id integer not null references orders(id), tag text not null, primary key (order_id, tag));
`;

async function pageOf(sql: string) {
  return await inFolder(async (folder) => {
    const path = join(folder, 'shop.db');
    const database = new DatabaseSync(path);
    database.exec(sql);
    database.close();
    return await importCatalog('shop.db', readSqlite(path));
  });
}

test('a check is read where it is one: not in texts, names and comments', async () => {
  const { text, ledger } = await pageOf(
    `
create table a (
  id integer primary key, -- check (n > 1)
  "check (n > 2)" text, n integer /* check (n > 3) */ check (n >= 4),
  t text default 'check (n > 5)' check (length(t) <= 60) /* ${'check('.repeat(100_000)}
)`.replace(/\n\)$/, ' */)'),
  );
  assert.match(text, /^\| n \| integer or null \| 4\.\. \|$/m);
  assert.match(text, /^\| t \| string or null \| default "check \(n > 5\)"; \.\.60 characters \|$/m);
  assert.deepEqual(
    ledger.entries.filter(({ pointer }) => pointer.includes('/checks/')).map(({ verdict }) => verdict),
    ['stated', 'stated'],
  );
});

test('names of types and files are not taken for more than they say', async () => {
  const { text } = await pageOf(`create table a (id integer primary key, x "int${'[]'.repeat(50_000)}")`);
  assert.match(text, /^\| x \| any \| \|$/m);
  const catalog = { database: 'SQLite', tables: {} } as const;
  for (const [name, title] of [
    ['a\n\n## Limits\n\u001b.db', 'a Limits'],
    ['`<#>`.db', 'Database'],
  ] as const)
    assert.equal((await importCatalog(name, catalog)).text.split('\n')[0], `# ${title}`);
});

test('a damaged file is told as one', async () => {
  await inFolder(async (folder) => {
    const path = join(folder, 'shop.db');
    const database = new DatabaseSync(path);
    database.exec(shop);
    database.close();
    writeFileSync(path, readFileSync(path).subarray(0, 5000));
    const { status, err } = await said(['import', path]);
    assert.deepEqual([status, err], [2, [`nonet: Failed to read ${path}: database disk image is malformed`]]);
  });
});

test('tables become resources with their keys, references, uniques, checks and defaults', async () => {
  const { text, ledger } = await pageOf(shop);
  const { diagnostics } = readDocument(createSource('shop.md', text));
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message),
    [],
    text,
  );
  const part = text.slice(text.indexOf('### Customers'), text.indexOf('## States'));
  assert.equal(
    part.trim(),
    `### Customers

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| email | string | required; unique |
| name | string | required; ..80 characters |
| tier | one of basic, "gold plated" | default basic |
| born | date or null | |
| created_at | date-time | assigned |

### Products

| Field | Type | Constraints |
| --- | --- | --- |
| code | string | identity; required |
| price | decimal | required |
| stock | integer | default 0; 0.. |
| label | string or null | read-only |
| photo | byte or null | |

### Orders

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| customer_id | ref Customers | required; on delete cascade |
| product | ref Products or null | on delete clear |
| number | integer | required; unique with customer_id |
| note | string or null | ..200 characters |

### Tags (object)

| Field | Type | Constraints |
| --- | --- | --- |
| order_id | integer | required |
| tag | string | required |`,
  );
  assert.equal(ledger.stated + ledger.lost, ledger.facts);
  assert.deepEqual(
    [...new Set(ledger.entries.filter(({ verdict }) => verdict === 'lost').map(({ why }) => why))].sort(),
    [
      'A `ref` is one field, and names the identity of its resource.',
      'A decimal states no number of digits.',
      'A record has an identity of one field.',
      'Import reads checks of one column against literals.',
      'It is about the description, not about the service.',
    ],
  );
});

test('what has no place in the language is lost with its reason', async () => {
  const { ledger } = await pageOf(`
    create table odd (
      id integer primary key,
      "a\`b" text,
      sum integer default (1 + 1),
      kind integer check (kind in ('a')),
      code text unique,
      other text,
      unique (code, other),
      unique (id, code)
    );`);
  const reasons = new Set(ledger.entries.map(({ why }) => why));
  assert.ok(reasons.has('The language has no field of this name.'));
  assert.ok(reasons.has('A default is a literal.'));
  assert.ok(reasons.has('Values of `one of` are strings.'));
  assert.ok(reasons.has('A field has one `unique`, and the identity is unique.'));
});

test('tables of PostgreSQL become resources, with enums, comments and identities', async () => {
  const address = await freshDatabase();
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query(`
    create type mood as enum ('calm', 'very cross');
    create table cats (
      id uuid primary key default gen_random_uuid(),
      name varchar(40) not null check (char_length(name) <= 30),
      mood mood not null default 'calm',
      lives smallint not null default 9 check (lives between 0 and 9),
      size text check (size in ('s', 'm')),
      born timestamptz not null default now(),
      tags text[]
    );
    comment on table cats is 'Each has a name.';
    comment on column cats.lives is 'How many are | left.';
    create table naps (
      nap bigint generated always as identity primary key,
      cat uuid not null references cats on delete cascade,
      place text not null,
      unique (place, cat)
    );`);
  await client.end();
  const { text, recognized } = await importCatalog('zoo', await readPostgres(address));
  assert.equal(recognized.kind, 'PostgreSQL');
  const part = text.slice(text.indexOf('### Cats'), text.indexOf('## States'));
  assert.equal(
    part.trim(),
    `### Cats

Each has a name.

| Field | Type | Constraints | Meaning |
| --- | --- | --- | --- |
| id | uuid | assigned | |
| name | string | required; ..30 characters | |
| mood | one of calm, "very cross" | default calm | |
| lives | integer | default 9; 0..9 | How many are \\| left. |
| size | one of s, m or null | | |
| born | date-time | assigned | |
| tags | string[] or null | | |

### Naps

| Field | Type | Constraints |
| --- | --- | --- |
| nap | int64 | identity; assigned |
| cat | ref Cats | required; on delete cascade |
| place | string | required; unique with cat |`,
  );
});
