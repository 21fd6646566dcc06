import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { documentText } from '../../tests/support/document-text.fixture.ts';
import { freshDatabase } from '../../tests/support/postgres.ts';
import { planFor } from '../codegen/plan.fixture.ts';
import type { Condition, Query } from '../contracts/store.ts';
import { openStore } from './index.ts';
import { createLayout } from './layout.ts';
import { createConnector } from './postgres/connection/connect.ts';
import { readConnectionSettings } from './postgres/connection/opening/address.ts';
import { reading } from './postgres/connection/opening/settings.ts';
import * as postgres from './postgres/dialect.ts';
import { createTermContext } from './queries/expressions.ts';
import { formatFragment } from './queries/fragment.ts';
import { compileQuerySql } from './queries/prepared-query.ts';
import * as sqlite from './sqlite/dialect.ts';
import { addFunctions } from './sqlite/functions.ts';
import { testHost } from './suites/surroundings.suite.ts';
import { formatTableTexts, listCreateStatements } from './tables.ts';

const members = {
  city: 'string',
  floor: 'integer',
  number: 'int64',
  height: 'number',
  rent: 'decimal',
  open: 'boolean',
};

const houses = planFor(
  documentText('Houses', {
    purpose: 'Keeps houses.\n\n- In scope: houses',
    resources: `### Place (object)

| Field | Type | Constraints |
| --- | --- | --- |
${Object.entries(members)
  .map(([name, type]) => `| ${name} | ${type} | |`)
  .join('\n')}

### House

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| place | Place | |`,
    endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| list House | GET | /houses | | 200 \`{ data: House[], next: next cursor }\` |

### list House

| Parameter | Maps to |
| --- | --- |
| limit | page size |
| cursor | cursor |
${Object.keys(members)
  .map((name) => `| ${name} | filter place.${name} = |`)
  .join('\n')}`,
    authentication: `| Scheme | Kind | Sent in |
| --- | --- | --- |
| key | api key | header Authorization: Bearer |

| Scope | Allows | Where |
| --- | --- | --- |
| shop | list House | \`shop == caller.shop\` |

| Attribute | Type |
| --- | --- |
| shop | string |`,
  }),
);

test('filters by members of objects are read along their indexes, page by page and without sorting', async (context) => {
  const layout = createLayout(houses);
  const database = new DatabaseSync(':memory:');
  addFunctions(database);
  context.after(() => database.close());
  for (const statement of listCreateStatements(sqlite.records, formatTableTexts(sqlite.records, layout)))
    database.exec(statement);
  const address = await freshDatabase();
  await (await openStore(address, houses, { platform: testHost, durability: 'process' })).close();
  const connection = await createConnector(readConnectionSettings(address.slice(address.indexOf(':') + 1)), reading)();
  context.after(() => connection.end());
  await connection.execute({ text: 'SET enable_seqscan = off; SET enable_sort = off; SET enable_bitmapscan = off' });
  const { where } = houses.operations[0]!.access.grants[0]!;
  assert.ok(where !== undefined && where !== 'disabled');
  for (const member of Object.keys(members)) {
    const compare: Condition = { kind: 'compare', path: ['place', member], operator: '=' };
    const conditions: Condition[] = [compare, { kind: 'any', of: [where] }];
    const query: Query = { resource: 'House', conditions, order: [{ field: 'id', descending: false }], after: true };
    for (const [{ records, questions }, explain] of [
      [sqlite, 'EXPLAIN QUERY PLAN'],
      [postgres, 'EXPLAIN (GENERIC_PLAN, COSTS OFF)'],
    ] as const) {
      const made = compileQuerySql(createTermContext(layout, records), query);
      for (const nulls of [undefined, [false]])
        for (const { page } of made.stretches(nulls)) {
          const text = `${explain} ${formatFragment(page, questions.placeholder)}`;
          const found =
            records === sqlite.records
              ? database
                  .prepare(text)
                  .all(...page.sources.map(() => null))
                  .map(({ detail }) => String(detail))
              : (await connection.execute({ text })).rows.map(([line]) => String(line));
          const said = `${text}\n${found.join('\n')}`;
          assert.match(found.join('\n'), new RegExp(`house_by_shop_place_${member}_id`), said);
          assert.doesNotMatch(found.join('\n'), /TEMP B-TREE|Sort|Seq Scan|Filter/, said);
        }
    }
  }
});
