import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { createLayout } from '../layout.ts';
import { createTermContext } from '../queries/expressions.ts';
import { formatFragment } from '../queries/fragment.ts';
import { compileQuerySql } from '../queries/prepared-query.ts';
import { dueBy, dueFields, waiting } from '../suites/due.suite.ts';
import { formatTableTexts, listCreateStatements } from '../tables.ts';
import { questions, records } from './dialect.ts';

test('what is due is read along an index on the state and the moment, without a sort', () => {
  const database = new DatabaseSync(':memory:');
  const layout = createLayout(waiting);
  for (const statement of listCreateStatements(records, formatTableTexts(records, layout))) database.exec(statement);
  const maker = createTermContext(layout, records);
  for (const field of dueFields) {
    for (const nulls of [undefined, [false, false]]) {
      for (const { page } of compileQuerySql(maker, dueBy(field)).stretches(nulls)) {
        const statement = database.prepare(`EXPLAIN QUERY PLAN ${formatFragment(page, questions.placeholder)}`);
        const steps = statement.all(...page.sources.map(() => null)).map(({ detail }) => String(detail));
        assert.equal(steps.length, 1, steps.join('; '));
        assert.match(steps[0]!, /^SEARCH t USING INDEX bill_by_status_\w+_id \(status=\? AND \w+[<=>]/);
      }
    }
  }
});
