import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { shopIs, shops } from '../../../tests/support/plans.ts';
import type { Condition, Query } from '../../contracts/store.ts';
import { extractQuestion } from '../../expression/questions.ts';
import { collectQuestions } from '../../plan/records/questions.ts';
import { createLayout } from '../layout.ts';
import { planWith } from '../migration.fixture.ts';
import { questions, records } from '../sqlite/dialect.ts';
import { formatTableTexts, listCreateStatements } from '../tables.ts';
import { createExplainer } from './explained.ts';
import { createTermContext } from './expressions.ts';
import { formatFragment } from './fragment.ts';
import { compileQuerySql } from './prepared-query.ts';

const rule: Condition = { kind: 'any', of: [shopIs] };
const compare = (path: string, operator: (Condition & { kind: 'compare' })['operator']): Condition => {
  return { kind: 'compare', path: path.split('.'), operator };
};
const by = (name: string, descending = false) => [
  { field: name, descending },
  { field: 'id', descending },
];
const usual = by('created_at', true);
const asked = (order: Query['order'], ...conditions: readonly Condition[]): Query => {
  return { resource: 'Invoice', conditions: [rule, ...conditions], order: order!, bounded: true };
};

/** What SQLite says of the first stretch of a question. */
function sqlite(query: Query, plan = shops): string {
  const layout = createLayout(plan);
  const database = new DatabaseSync(':memory:');
  for (const statement of listCreateStatements(records, formatTableTexts(records, layout))) database.exec(statement);
  const maker = createTermContext(layout, records);
  const { page } = compileQuerySql(maker, query).stretches(undefined)[0]!;
  const steps = database.prepare(`EXPLAIN QUERY PLAN ${formatFragment(page, questions.placeholder)}`);
  return steps
    .all(...page.sources.map(() => null))
    .map(({ detail }) => String(detail))
    .join('; ');
}

describe('what is told of a question', () => {
  const { read, tables } = createExplainer(shops);
  const cases: readonly (readonly [string, Query, string])[] = [
    ['the default order', asked(usual), 'index'],
    ['a sort', asked(by('total')), 'index'],
    ['a filter by a value', asked(usual, compare('status', '=')), 'index'],
    ['a range along its own order', asked(by('total'), compare('total', '>=')), 'index'],
    ['a range along another order', asked(usual, compare('total', '>=')), 'tested'],
    ['a part of a text', asked(usual, compare('memo', 'contains')), 'tested'],
    ['pages that are counted away', { ...asked(usual), skips: true }, 'counted'],
  ];
  for (const [name, query, reads] of cases) {
    test(`${name} is ${reads}, along the index that SQLite uses`, () => {
      const told = read(query);
      assert.equal(told.reads, reads);
      const said = sqlite(query);
      assert.match(said, new RegExp(`USING (COVERING )?INDEX ${told.index} `));
      assert.doesNotMatch(said, /TEMP B-TREE/);
      const known = tables.find(({ resource }) => resource === 'Invoice')!.indexes.map((index) => index.name);
      assert.ok(known.includes(told.index!));
    });
  }

  test('an order that no index has is sorted, and so it is in SQLite', () => {
    const names = shops.resources.find(({ name }) => name === 'Invoice')!.fields.map((field) => field.name);
    const unsorted = names.find((name) => read(asked(by(name))).reads === 'sorted');
    assert.ok(unsorted !== undefined);
    assert.match(sqlite(asked(by(unsorted))), /TEMP B-TREE/);
  });

  test('a filter one ref away tells the index that finds the other record, or that there is none', () => {
    const { through } = read(asked(usual, compare('customer.email', '=')));
    assert.equal(through.length, 1);
    assert.equal(through[0]!.resource, 'Customer');
    assert.ok(through[0]!.index !== undefined);
    assert.deepEqual(read(asked(usual, compare('customer.email', 'contains'))).through, [
      { resource: 'Customer', field: 'email' },
    ]);
  });

  test('the condition of an index is one that the index serves', () => {
    const { uniques } = shops.resources.find(({ name }) => name === 'Invoice')!;
    const order: Condition = { kind: 'equal', field: 'order' };
    for (const { where } of uniques) {
      if (where === undefined) continue;
      const ask = (condition: Condition) => sqlite({ resource: 'Invoice', conditions: [order, condition] });
      assert.match(ask({ kind: 'of index', holds: where }), /USING INDEX invoice_unique_order/);
      assert.doesNotMatch(ask({ kind: 'any', of: [where] }), /USING INDEX invoice_unique_order/);
    }
  });

  test('a question without the case is answered by the index of `unique ignoring case`, and needs no other', () => {
    const rule = 'not Customer.exists(c, note.lowerAscii() == c.email.lowerAscii())';
    const plan = planWith({
      customer: [
        '| id | typeid cus | assigned |',
        '| shop | string | assigned from caller.shop |',
        '| email | email | required; unique ignoring case |',
        '| note | string | required |',
        '',
        '| Rule | Check |',
        '| --- | --- |',
        `| other | \`${rule}\` |`,
      ],
    });
    const [node] = collectQuestions(plan.resources);
    const asks = extractQuestion(node!).question;
    assert.match(sqlite({ resource: 'Customer', conditions: [], asks }, plan), /USING INDEX customer_unique_email/);
    assert.deepEqual(createLayout(plan).get('Customer')!.indexes, []);
  });

  test('a question for one identity reads one record', () => {
    assert.equal(read(asked([{ field: 'id', descending: false }], { kind: 'equal', field: 'id' })).reads, 'one');
  });
});
