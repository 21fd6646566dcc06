import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import {
  binary,
  field,
  list,
  literal,
  plan,
  resource,
  shopIs,
  shops,
  state,
  stored,
} from '../../../tests/support/plans.ts';
import type { Condition, Query } from '../../contracts/store.ts';
import type { Plan } from '../../plan/plan.ts';
import { completeOrder } from '../indexes.ts';
import { createLayout } from '../layout.ts';
import { createTermContext } from '../queries/expressions.ts';
import { formatFragment } from '../queries/fragment.ts';
import { compileQuerySql, type PreparedQuerySql } from '../queries/prepared-query.ts';
import { formatTableTexts, listCreateStatements } from '../tables.ts';
import { questions, records } from './dialect.ts';

/** A database with the tables of a plan, and what SQLite says that it does for each stretch of a question. */
function explainer(of: Plan) {
  const database = new DatabaseSync(':memory:');
  const layout = createLayout(of);
  for (const statement of listCreateStatements(records, formatTableTexts(records, layout))) database.exec(statement);
  const maker = createTermContext(layout, records);
  const explain = (made: PreparedQuerySql, nulls: readonly boolean[] | undefined): readonly string[] =>
    made.stretches(nulls).flatMap((stretch) =>
      [stretch.page, ...(stretch.tested === undefined ? [] : [stretch.tested.last])].map((fragment) => {
        const text = formatFragment(fragment, questions.placeholder);
        assert.doesNotMatch(text, /LIMIT (\?, )?\?(?!,| \+ 0)/);
        const steps = database.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...fragment.sources.map(() => null));
        return steps.map(({ detail }) => String(detail)).join('; ');
      }),
    );
  return { layout, ask: (query: Query) => compileQuerySql(maker, query), explain };
}

/** Every row of nulls that some row may have in the keys. */
function nullPatterns(count: number): readonly (readonly boolean[])[] {
  return Array.from({ length: 2 ** count }, (_, bits) =>
    Array.from({ length: count }, (_, at) => (bits >> at) % 2 === 1),
  );
}

const rule: Condition = { kind: 'any', of: [shopIs] };
const equal = (path: string): Condition => ({ kind: 'compare', path: path.split('.'), operator: '=' });
const key = (name: string, descending = false) => ({ field: name, descending });
const usual = [key('created_at', true), key('id', true)];

describe('the promised lists', () => {
  const { ask, explain, layout } = explainer(shops);
  const promised: readonly (readonly [string, Query])[] = [
    ['the default order', { resource: 'Invoice', conditions: [rule], order: usual }],
    ['its reverse', { resource: 'Invoice', conditions: [rule], order: usual.map((sortKey) => key(sortKey.field)) }],
    [
      'a sort by a field that may be absent',
      { resource: 'Invoice', conditions: [rule], order: [key('due_on'), key('id')] },
    ],
    [
      'that sort descending',
      { resource: 'Invoice', conditions: [rule], order: [key('due_on', true), key('id', true)] },
    ],
    [
      'a sort by a field that is always there',
      { resource: 'Invoice', conditions: [rule], order: [key('total'), key('id')] },
    ],
    ['a filter by status', { resource: 'Invoice', conditions: [rule, equal('status')], order: usual }],
    ['a filter by a nullable field', { resource: 'Invoice', conditions: [rule, equal('memo')], order: usual }],
    ['a filter one ref away', { resource: 'Invoice', conditions: [rule, equal('customer.email')], order: usual }],
    [
      'a range of the first field of the order',
      {
        resource: 'Invoice',
        conditions: [rule, { kind: 'compare', path: ['total'], operator: '>=' }],
        order: [key('total'), key('id')],
      },
    ],
  ];
  for (const [name, query] of promised) {
    test(`${name} reads one stretch of an index at a time and sorts nothing`, () => {
      for (const after of [false, true]) {
        const made = ask({ ...query, after });
        const texts = (after ? nullPatterns(made.positions.length) : [undefined]).flatMap((nulls) =>
          explain(made, nulls),
        );
        assert.ok(texts.length > 0);
        for (const text of texts) {
          assert.match(text, /^SEARCH t USING INDEX invoice_by_(?:customer_)?shop/);
          assert.doesNotMatch(text, /TEMP B-TREE|SCAN/);
        }
      }
    });
  }

  test('several values are read along the index of each, merged by nothing but the rows of a page', () => {
    const few: Condition = { kind: 'compare', path: ['status'], operator: 'in', of: 3 };
    for (const after of [false, true]) {
      const made = ask({ resource: 'Invoice', conditions: [rule, few], order: usual, after });
      const [text, ...others] = explain(made, after ? [false, false] : undefined);
      assert.deepEqual(others, []);
      assert.equal(text!.match(/SEARCH t USING INDEX invoice_by_shop_status_created_at_id/g)?.length, 3);
      assert.match(text!, after ? /status=\? AND \(created_at,id\)<\(\?,\?\)/ : /\(shop=\? AND status=\?\)/);
      assert.doesNotMatch(text!, /SCAN t/);
      const [page] = made.stretches(after ? [false, false] : undefined);
      assert.equal(formatFragment(page!.page, questions.placeholder).match(/LIMIT \? \+ 0/g)?.length, 4);
    }
  });

  test('behind a row the search goes straight to it, in every key', () => {
    const made = ask({ resource: 'Invoice', conditions: [rule], order: usual, after: true });
    assert.deepEqual(explain(made, [false, false]), [
      'SEARCH t USING INDEX invoice_by_shop_created_at_id (shop=? AND (created_at,id)<(?,?))',
    ]);
    const sorted = ask({
      resource: 'Invoice',
      conditions: [rule],
      order: [key('due_on', true), key('id', true)],
      after: true,
    });
    assert.deepEqual(explain(sorted, [false, false]), [
      'SEARCH t USING INDEX invoice_by_shop_due_on_id (shop=? AND due_on=? AND id<?)',
      'SEARCH t USING INDEX invoice_by_shop_due_on_id (shop=? AND due_on<?)',
      'SEARCH t USING INDEX invoice_by_shop_due_on_id (shop=? AND due_on=?)',
    ]);
  });

  test('a list for everybody reads along the identity', () => {
    const order = completeOrder([], 'id');
    const [text] = explain(ask({ resource: 'Customer', conditions: [], order }), undefined);
    assert.match(text!, /^SCAN t USING INDEX/);
    const [behind] = explain(ask({ resource: 'Customer', conditions: [], order, after: true }), [false]);
    assert.match(behind!, /^SEARCH t USING INDEX \S+ \(id>\?\)$/);
  });

  test('any other condition is tested on rows read in the order of an index, without sorting', () => {
    const contains: Condition = { kind: 'compare', path: ['memo'], operator: 'contains' };
    const made = ask({ resource: 'Invoice', conditions: [rule, contains], order: usual, bounded: true });
    const texts = explain(made, undefined);
    assert.equal(texts.length, 2);
    for (const text of texts) {
      assert.match(text, /SEARCH t USING (COVERING )?INDEX invoice_by_shop_created_at_id \(shop=\?\)/);
      assert.doesNotMatch(text, /TEMP B-TREE/);
    }
  });

  test('a deletion finds those who refer by an index', () => {
    const indexes = layout.get('Invoice')!.indexes.map(({ name }) => name);
    assert.ok(
      indexes.some((name) => name.startsWith('invoice_by_customer')),
      indexes.join(', '),
    );
  });
});

describe('the indexes of a plan', () => {
  const post = resource('Post', [stored('id'), stored('team'), stored('author'), state('status')]);
  const open = binary(field('status'), '==', literal('open'));
  const names = (of: Plan) =>
    createLayout(of)
      .get('Post')!
      .indexes.map(({ name }) => name);

  test('an order and its reverse share one, and a first part of another is left out', () => {
    const down = list('Post', { order: [key('author', true), key('id', true)] });
    const up = list('Post', { order: [key('author')] });
    assert.deepEqual(names(plan([post], [down, up, list('Post', { order: [key('author'), key('team')] })])), [
      'post_by_author_id',
      'post_by_author_team_id',
    ]);
    const referred = { ...post, referredBy: [{ resource: 'Post', field: 'author', onDelete: 'restrict' as const }] };
    assert.deepEqual(names(plan([referred], [up])), ['post_by_author_id']);
  });

  test('each row rule has its own, and so has what several rules share', () => {
    const team = binary(field('team'), '==', literal('t'));
    assert.deepEqual(names(plan([post], [list('Post', {}, binary(team, '&&', open), team)])), [
      'post_by_team_id',
      'post_by_status_team_id',
    ]);
    assert.deepEqual(names(plan([post], [list('Post', {}, team, open)])), ['post_by_status_id', 'post_by_team_id']);
  });

  test('they are the same whatever the order of the operations', () => {
    const one = list('Post', { order: [key('author')] });
    const two = list('Post', { order: [key('team', true)] });
    assert.deepEqual(names(plan([post], [one, two])), names(plan([post], [two, one])));
    assert.equal(names(plan([post], [one, two])).length, 2);
  });
});
