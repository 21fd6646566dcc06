import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { createConnector } from '../../src/stores/postgres/connection/connect.ts';
import { readConnectionSettings } from '../../src/stores/postgres/connection/opening/address.ts';
import { documentText, keyed } from '../support/document-text.fixture.ts';
import { freshDatabase } from '../support/postgres.ts';

/** Items that shops see of one another once they are open: no index serves that row rule. A rank is never shown. */
export const market = documentText('Market', {
  purpose: 'Keeps items.',
  resources: `### Item

| Field | Type | Constraints |
| --- | --- | --- |
| id | typeid itm | assigned |
| shop | string | assigned from caller.shop |
| title | string | required |
| open | boolean | required |
| rank | integer | internal; default 4711 |

### Tag

| Field | Type | Constraints |
| --- | --- | --- |
| code | string | identity; required |
| shop | string | assigned from caller.shop |`,
  endpoints: `- Base URL: {base_url}

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Item | POST | /items | \`Item\` | 201 \`Item\` |
| update Item | PATCH | /items/{id} | \`Item\` | 200 \`Item\` |
| delete Item | DELETE | /items/{id} | | 204 |
| list Item | GET | /items | | 200 \`{ data: Item[], next: next cursor, prev: previous cursor }\` |
| list Item as plain | GET | /plain | | 200 \`Item[]\` |
| create Tag | POST | /tags | \`Tag\` | 201 \`Tag\` |
| list Tag | GET | /tags | | 200 \`{ data: Tag[], next: next cursor }\` |
| pages (handler) | GET | /pages | | 200 \`{ data: Item[], title: Item.title }\` |
| uncaught (handler) | GET | /uncaught | | 200 \`{ data: Item[], title: Item.title }\` |
| posted (handler) | POST | /posted | \`{ after: Item.title }\` | 200 \`{ data: Item[], title: Item.title }\` |

### list Item

- Order: title

| Parameter | Maps to |
| --- | --- |
| sort | sort title |
| limit | page size |
| cursor | cursor |

### list Tag

| Parameter | Maps to |
| --- | --- |
| limit | page size |
| cursor | cursor |

### pages, uncaught

| Parameter | Maps to |
| --- | --- |
| order | input string |
| after | input string |`,
  authentication: keyed(
    '| all | list Item, plain, create Item, update Item, delete Item | `shop == caller.shop or open == true` |\n| code | pages, uncaught, posted | |\n| tags | list Tag, create Tag | `shop == caller.shop` |',
  ),
  errors: `- Body: problem details

| Code | Status | Condition |
| --- | --- | --- |
| invalid | 422 | invalid input |`,
});

/** More records than are tested at once. */
export const hidden = 12_000;
const columns = '(version, id, shop, title, open, rank)';

/** An empty store, and what adds the hidden items of the shop `theirs`: \`hidden 00001\` and so on. */
export interface Filled {
  readonly address: string;
  fill(): Promise<void>;
}

async function onSqlite(t: Pick<TestContext, 'after'>): Promise<Filled> {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-'));
  const file = join(folder, 'market.db');
  t.after(() => rmSync(folder, { recursive: true }));
  return {
    address: `sqlite:${file}`,
    async fill() {
      const database = new DatabaseSync(file);
      database.exec(`PRAGMA synchronous = OFF; WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${hidden})
        INSERT INTO item ${columns} SELECT 1, 'itm_' || printf('%026d', i), 'theirs', 'hidden ' || printf('%05d', i), 0, 4711 FROM n`);
      database.close();
    },
  };
}

async function onPostgres(): Promise<Filled> {
  const address = await freshDatabase();
  return {
    address,
    async fill() {
      const connection = await createConnector(readConnectionSettings(address.slice(address.indexOf(':') + 1)), [])();
      await connection.execute({
        text: `INSERT INTO item ${columns} SELECT 1, 'itm_' || lpad(i::text, 26, '0'), 'theirs', 'hidden ' || lpad(i::text, 5, '0'), false, 4711
          FROM generate_series(1, ${hidden}) AS i`,
      });
      await connection.end();
    },
  };
}

/** Both stores, by what tests call them. */
export const filledStores: readonly (readonly [
  name: string,
  open: (t: Pick<TestContext, 'after'>) => Promise<Filled>,
])[] = [
  ['on SQLite', onSqlite],
  ['on PostgreSQL', onPostgres],
];
