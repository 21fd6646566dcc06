import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { field, plan, resource, stored } from '../../../tests/support/plans.ts';
import type { Row } from '../../contracts/record.ts';
import type { Query } from '../../contracts/store.ts';
import type { FieldPlan } from '../../plan/resource.ts';
import { createLayout } from '../layout.ts';
import { sql } from '../queries/fragment.ts';
import { formatTableTexts, listCreateStatements } from '../tables.ts';
import { createSharedRead } from './batched-reads.ts';
import { records as dialect, questions } from './dialect.ts';
import { quote } from './quote.ts';
import { createReads } from './reads.ts';

/** A table of two tenants' records, and a question by identity whose row rule writes down the tenants that it looks at. */
function watched(records: readonly (readonly [id: string, shop: string])[], ...more: readonly FieldPlan[]) {
  const database = new DatabaseSync(':memory:');
  const layout = createLayout(plan([resource('Note', [stored('id'), stored('shop'), ...more])]));
  for (const statement of listCreateStatements(dialect, formatTableTexts(dialect, layout))) database.exec(statement);
  const columns = ['version', 'id', 'shop', ...more.map(({ column }) => column)];
  const put = database.prepare(`INSERT INTO note (${columns.map(quote)}) VALUES (${columns.map(() => '?')})`);
  for (const [id, shop] of records) put.run(1, id, shop, ...more.map(() => 'x'));
  const looked: string[] = [];
  database.function('watched', (shop, own) => {
    looked.push(String(shop));
    return shop === own ? 1 : 0;
  });
  const expression = () => sql`watched(t."shop", ${(values) => values.caller?.shop})`;
  const read = createReads(database, createSharedRead(database), {
    layout,
    dialect: questions,
    expression,
    ofIndex: () => assert.fail('no condition of an index is asked'),
    listed: () => assert.fail('no values are listed'),
    asked: () => assert.fail('no question is asked'),
  });
  const query: Query = {
    resource: 'Note',
    conditions: [
      { kind: 'equal', field: 'id' },
      { kind: 'where', holds: field('shop') },
    ],
  };
  const ask = (id: unknown, shop: string): Row | undefined => {
    looked.length = 0;
    return read(query).one({ conditions: [id], caller: { shop }, now: 0 }) as Row | undefined;
  };
  return { ask, looked };
}

const records = [
  ['b', 'north'],
  ['d', 'south'],
  ['f', 'north'],
] as const;

test('one row is looked at, whether an identity is of a hidden record or of none, between others or beyond them', () => {
  const { ask, looked } = watched(records);
  for (const [id, shop] of [
    ['d', 'north'],
    ['c', 'north'],
    ['c', 'south'],
    ['a', 'north'],
    ['a', 'south'],
    ['z', 'north'],
    ['z', 'south'],
  ] as const) {
    assert.equal(ask(id, shop), undefined, `${id} ${shop}`);
    assert.equal(looked.length, 1, `${id} ${shop}`);
  }
});

test('a record is found by its identity for its own tenant alone', () => {
  const { ask } = watched(records);
  for (const [id, own] of records) {
    for (const shop of ['north', 'south']) assert.equal(ask(id, shop)?.includes(id) ?? false, shop === own, id);
  }
  assert.equal(ask(null, 'north'), undefined);
  assert.equal(watched([]).ask('b', 'north'), undefined);
});

test('fields that are called as SQLite calls the number of a row hide nothing', () => {
  const names = ['rowid', 'OID', '_rowid_'];
  for (let count = 1; count <= names.length; count++) {
    const { ask } = watched(records, ...names.slice(0, count).map((name) => stored(name)));
    for (const [id, own] of records) {
      for (const shop of ['north', 'south']) assert.equal(ask(id, shop)?.includes(id) ?? false, shop === own, id);
    }
    assert.equal(ask('c', 'north'), undefined);
  }
});
