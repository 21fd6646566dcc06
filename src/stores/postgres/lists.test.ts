import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { shopIs, shops } from '../../../tests/support/plans.ts';
import { freshDatabase } from '../../../tests/support/postgres.ts';
import type { Condition, Query } from '../../contracts/store.ts';
import { openStore } from '../index.ts';
import { completeOrder } from '../indexes.ts';
import { createLayout } from '../layout.ts';
import { createTermContext } from '../queries/expressions.ts';
import { formatFragment } from '../queries/fragment.ts';
import { compileQuerySql, type PreparedQuerySql } from '../queries/prepared-query.ts';
import { fill, invoice, testHost } from '../suites/surroundings.suite.ts';
import { createConnector, type Executor } from './connection/connect.ts';
import { readConnectionSettings } from './connection/opening/address.ts';
import { reading } from './connection/opening/settings.ts';
import { questions, records } from './dialect.ts';

const layout = createLayout(shops);
const maker = createTermContext(layout, records);
const ask = (query: Query): PreparedQuerySql => compileQuerySql(maker, { ...query, bounded: true });

/** What PostgreSQL says that it does for each stretch of a question, in the plan that is kept for every value. */
async function explain(
  executor: Executor,
  made: PreparedQuerySql,
  nulls: readonly boolean[] | undefined,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { page, tested } of made.stretches(nulls)) {
    for (const fragment of tested === undefined ? [page] : [page, tested.last]) {
      const text = formatFragment(fragment, questions.placeholder);
      const { rows } = await executor.execute({ text: `EXPLAIN (GENERIC_PLAN, COSTS OFF) ${text}` });
      found.push(rows.map(([line]) => String(line).trim()).join('; '));
    }
  }
  return found;
}

/** Every row of nulls that some row may have in the keys. */
function nullPatterns(count: number): readonly (readonly boolean[])[] {
  return Array.from({ length: 2 ** count }, (_, bits) =>
    Array.from({ length: count }, (_, at) => (bits >> at) % 2 === 1),
  );
}

type Connected = Executor & { end(): Promise<void> };

/** A connection as it reads, to a database with the tables of `shops` and so many invoices. */
async function connected(invoices: number): Promise<Connected> {
  const address = await freshDatabase();
  const store = await openStore(address, shops, { platform: testHost, durability: 'process' });
  const rows = Array.from({ length: invoices }, (_, index) =>
    invoice(`i${index}`, `shop ${index % 7}`, { total: index, due_on: index % 3 === 0 ? null : `d${index % 50}` }),
  );
  await fill(store, 'Invoice', rows);
  await store.close();
  const connection = await createConnector(readConnectionSettings(address.slice('postgres:'.length)), reading)();
  if (invoices > 0) await connection.execute({ text: 'ANALYZE' });
  return connection;
}

const rule: Condition = { kind: 'any', of: [shopIs] };
const equal = (path: string): Condition => ({ kind: 'compare', path: path.split('.'), operator: '=' });
const key = (name: string, descending = false) => ({ field: name, descending });
const usual = [key('created_at', true), key('id', true)];
const promised: Readonly<Record<string, Query>> = {
  'the default order': { resource: 'Invoice', conditions: [rule], order: usual },
  'its reverse': { resource: 'Invoice', conditions: [rule], order: usual.map((sortKey) => key(sortKey.field)) },
  'a sort by a field that may be absent': {
    resource: 'Invoice',
    conditions: [rule],
    order: [key('due_on'), key('id')],
  },
  'that sort descending': { resource: 'Invoice', conditions: [rule], order: [key('due_on', true), key('id', true)] },
  'a sort by a field that is always there': {
    resource: 'Invoice',
    conditions: [rule],
    order: [key('total'), key('id')],
  },
  'a filter by status': { resource: 'Invoice', conditions: [rule, equal('status')], order: usual },
  'a filter by a nullable field': { resource: 'Invoice', conditions: [rule, equal('memo')], order: usual },
  'a filter one ref away': { resource: 'Invoice', conditions: [rule, equal('customer.email')], order: usual },
  'a range of the first field of the order': {
    resource: 'Invoice',
    conditions: [rule, { kind: 'compare', path: ['total'], operator: '>=' }],
    order: [key('total'), key('id')],
  },
};

for (const [invoices, size] of [
  [0, 'an empty database'],
  [3_000, 'a database with many records'],
] as const) {
  describe(`the promised lists, in ${size}`, () => {
    let asker: Connected;
    before(async () => {
      asker = await connected(invoices);
    });
    after(() => asker.end());
    for (const [name, query] of Object.entries(promised)) {
      test(`${name} reads one stretch of an index at a time and sorts nothing`, async () => {
        for (const behind of [false, true]) {
          const made = ask({ ...query, after: behind });
          const patterns = behind ? nullPatterns(made.positions.length) : [undefined];
          for (const nulls of patterns) {
            const texts = await explain(asker, made, nulls);
            assert.ok(texts.length > 0 || nulls?.includes(true));
            for (const text of texts) {
              assert.match(text, /Index (Only )?Scan (Backward )?using invoice_by_(?:customer_)?shop/);
              assert.match(text, /Index Cond: \(.*shop = \$1/);
              assert.doesNotMatch(text, /Sort|Seq Scan|Bitmap|Filter/);
            }
          }
        }
      });
    }

    test('several values are read along the index of each, no more rows than a page has, and sorted by nothing', async () => {
      const few: Condition = { kind: 'compare', path: ['status'], operator: 'in', of: 3 };
      const made = ask({ resource: 'Invoice', conditions: [rule, few], order: usual });
      const [text, ...others] = await explain(asker, made, undefined);
      assert.deepEqual(others, []);
      assert.equal(text!.match(/using invoice_by_shop_status_created_at_id/g)?.length, 3);
      assert.match(text!, /Merge Append/);
      assert.doesNotMatch(text!, /Sort;|Seq Scan|Bitmap|Filter/);
      const [stretch] = made.stretches(undefined);
      const values = {
        conditions: [undefined, ['draft', 'open', 'paid']],
        caller: { shop: 'shop 1' },
        now: 0,
        limit: 5,
      };
      const { sources } = stretch!.page;
      const bound = sources.map((source, at) => (at === sources.length - 1 ? 5 : source(values)));
      const statement = formatFragment(stretch!.page, questions.placeholder);
      const { rows } = await asker.execute({ text: `EXPLAIN (ANALYZE, FORMAT JSON) ${statement}` }, bound);
      const read = [...String(rows[0]![0]).matchAll(/"Node Type": "Index Scan"[^{]*?"Actual Rows": ([0-9.]+)/gs)];
      assert.ok(read.length > 0);
      assert.ok(read.reduce((sum, [, count]) => sum + Number(count), 0) <= 15);
    });

    test('behind a row the search goes straight to it, in every key', async () => {
      const [text, ...more] = await explain(asker, ask({ ...promised['the default order']!, after: true }), [
        false,
        false,
      ]);
      assert.deepEqual(more, []);
      assert.match(text!, /Index Cond: \(\(shop = \$1\) AND \(ROW\(created_at, id\) < ROW\(\$2, \$3\)\)\)/);
      assert.doesNotMatch(text!, /Filter/);
      const sorted = await explain(asker, ask({ ...promised['that sort descending']!, after: true }), [false, false]);
      assert.equal(sorted.length, 3);
      for (const explanation of sorted) assert.doesNotMatch(explanation, /Filter/);
      assert.match(sorted[2]!, /due_on IS NULL/);
    });

    test('a list for everybody reads along the identity', async () => {
      const order = completeOrder([], 'id');
      const [text] = await explain(asker, ask({ resource: 'Customer', conditions: [], order }), undefined);
      assert.match(text!, /Index Scan using customer_pkey/);
      const [behind] = await explain(asker, ask({ resource: 'Customer', conditions: [], order, after: true }), [false]);
      assert.match(behind!, /Index Scan using customer_pkey .*Index Cond: \(id > \$1\)/);
    });

    test('any other condition is tested on rows read in the order of an index, without sorting', async () => {
      const contains: Condition = { kind: 'compare', path: ['memo'], operator: 'contains' };
      const texts = await explain(
        asker,
        ask({ resource: 'Invoice', conditions: [rule, contains], order: usual }),
        undefined,
      );
      assert.equal(texts.length, 2);
      for (const text of texts) {
        assert.match(text, /Scan (Backward )?using invoice_by_shop_created_at_id/);
        assert.doesNotMatch(text, /Sort|Seq Scan|Bitmap/);
      }
    });
  });
}
