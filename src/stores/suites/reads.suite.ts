import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  binary,
  caller,
  field,
  literal,
  ref,
  resource,
  root,
  shopIs,
  shops,
  stored,
  through,
} from '../../../tests/support/plans.ts';
import type { Condition, Query, Store } from '../../contracts/store.ts';
import { asking, byId, customer, fill, get, ids, invoice, type OpenForTest, openShops } from './surroundings.suite.ts';

type Compare = Condition & { readonly kind: 'compare' };

async function shopsWithRecords(store: Store): Promise<void> {
  await fill(store, 'Customer', [customer('c', 'north', 'c@x'), customer('d', 'south', 'd@x')]);
  await fill(store, 'Invoice', [
    invoice('a', 'north', { memo: 'straße', total: 5, customer: 'c', tags: '["x","y"]', paid: true, big: 5n }),
    invoice('b', 'south', { memo: '%', total: 5, customer: 'd', tags: '["x"]', paid: false }),
    invoice('c', 'north', { memo: null, total: 7, status: 'open', kind: 'b', number: 4 }),
    invoice('d', 'south', { memo: 'str_e', total: 9, status: 'gone', customer: 'd', big: 2n ** 62n + 1n }),
    invoice('e', 'north', { memo: '\u{1F600}', total: -1, status: 'open', due_on: '2026-10-30', customer: 'c' }),
  ]);
}

/** The tests of asking that every store passes. */
export function readSuite(open: OpenForTest): void {
  describe('asking', () => {
    const filters: readonly (readonly [string, Compare['operator'], unknown, string])[] = [
      ['memo', '=', '%', 'b'],
      ['memo', '=', null, ''],
      ['memo', '!=', '%', 'a c d e'],
      ['due_on', '!=', 'x', 'e'],
      ['total', '<', 5, 'e'],
      ['total', '<=', 5, 'a b e'],
      ['total', '>', 5, 'c d'],
      ['total', '>=', 7, 'c d'],
      ['memo', '>', 'z', 'e'],
      ['total', 'in', [5, 9, 1000], 'a b d'],
      ['memo', 'in', ['%', "'); --"], 'b'],
      ['big', 'in', [2n ** 62n + 1n], 'd'],
      ['big', '=', '4611686018427387905', 'd'],
      ['big', '>', 5n, 'd'],
      ['paid', '=', true, 'a'],
      ['paid', 'in', [false], 'b'],
      ['memo', 'contains', 'tr', 'a d'],
      ['memo', 'contains', '%', 'b'],
      ['memo', 'starts with', 'str_', 'd'],
      ['memo', 'starts with', 'stra\u00df', 'a'],
      ['tags', 'contains', 'x', 'a b'],
      ['tags', 'contains', '"x"', ''],
      ['tags', 'contains any', ['nobody', 'x'], 'a b'],
      ['tags', 'contains any', ['"x"'], ''],
      ['tags', 'contains any', [], ''],
      ['customer.email', '=', 'c@x', 'a e'],
      ['customer.email', 'in', ['d@x', 'nobody'], 'b d'],
      ['customer.shop', '=', 'south', 'b d'],
    ];
    test('a filter finds the records that agree with its value', async (t) => {
      const store = await openShops(t, open);
      await shopsWithRecords(store);
      for (const [path, operator, value, expected] of filters) {
        const compare: Compare = { kind: 'compare', path: path.split('.'), operator };
        const query: Query = { resource: 'Invoice', conditions: [compare], order: byId };
        const found = await ids(store, query, { ...asking(value), limit: 10 });
        assert.equal(found.join(' '), expected, `${path} ${operator}`);
        const count = await store.prepare({ resource: 'Invoice', conditions: [compare] }).count(asking(value));
        assert.equal(count, found.length, `${path} ${operator}`);
      }
    });

    test('a row rule keeps the records of other tenants out of every asking', async (t) => {
      const store = await openShops(t, open);
      await shopsWithRecords(store);
      const rule: Condition = { kind: 'any', of: [shopIs] };
      const north = { ...asking(undefined, undefined), caller: { shop: 'north' } };
      const all: Query = { resource: 'Invoice', conditions: [rule], order: byId };
      assert.deepEqual(await ids(store, all, north), ['a', 'c', 'e']);
      assert.deepEqual(await ids(store, all, { ...north, caller: { shop: "x' OR 1=1 --" } }), []);
      assert.deepEqual(await ids(store, all, { ...north, caller: {} }), []);
      assert.equal(await store.prepare(all).count({ ...north, caller: { shop: 'south' } }), 2);
      const query: Query = { resource: 'Invoice', conditions: [rule, { kind: 'equal', field: 'id' }] };
      assert.equal((await store.prepare(query).one({ ...north, conditions: [undefined, 'a'] })) !== undefined, true);
      assert.equal(await store.prepare(query).one({ ...north, conditions: [undefined, 'b'] }), undefined);
    });

    test('row rules add up, over the record, the caller, the clock and records one ref away', async (t) => {
      const store = await openShops(t, open);
      await shopsWithRecords(store);
      const int = { kind: 'int' } as const;
      const rules = (...of: Extract<Condition, { kind: 'any' }>['of']): Query => {
        return { resource: 'Invoice', conditions: [{ kind: 'any', of }], order: byId };
      };
      const by = { ...asking(undefined), caller: { shop: 'south', level: 7, names: ['a', 'e'] } };
      const dear = binary(field('total', int), '>=', caller('level', int));
      const names = { kind: 'list', item: { kind: 'string' } } as const;
      const named = binary(field('id'), 'in', caller('names', names));
      const late = binary(field('due_on', { kind: 'date' }, true), '<', root('today', { kind: 'date' }));
      const theirs = binary(through('customer', 'Customer', 'shop'), '==', caller('shop'));
      const noMemo = binary(field('memo', { kind: 'nullable', of: { kind: 'string' } }), '!=', literal('%'));
      for (const [query, expected] of [
        [rules(dear), 'c d'],
        [rules(named), 'a e'],
        [rules(late), 'e'],
        [rules(theirs), 'b d'],
        [rules(noMemo), 'a c d e'],
        [rules(shopIs, late), 'b d e'],
        [rules(binary(shopIs, '&&', dear), binary(shopIs, '&&', noMemo)), 'd'],
        [rules(binary(shopIs, '&&', dear), shopIs), 'b d'],
        [rules(), ''],
        [rules(binary(caller('level', int), '==', literal('7', int))), 'a b c d e'],
        [rules(binary(caller('missing'), '==', literal('7'))), ''],
      ] as const) {
        assert.equal((await ids(store, query, by)).join(' '), expected, JSON.stringify(query));
      }
    });

    test('a condition over the value of a parameter holds as its expression says', async (t) => {
      const store = await openShops(t, open);
      await shopsWithRecords(store);
      const int = { kind: 'int' } as const;
      const holds = binary(
        binary(field('total', int), '>', root('value', int)),
        '||',
        binary(field('big', { kind: 'int', wide: true }, true), '==', root('value', { kind: 'int', wide: true })),
      );
      const query: Query = { resource: 'Invoice', conditions: [{ kind: 'where', holds }], order: byId };
      assert.deepEqual(await ids(store, query, asking(5)), ['a', 'c', 'd']);
    });

    test('gone records are left out, and every condition of several must hold', async (t) => {
      const store = await openShops(t, open);
      await shopsWithRecords(store);
      const query: Query = {
        resource: 'Invoice',
        conditions: [
          { kind: 'not in state', field: 'status', states: ['gone'] },
          { kind: 'equal', field: 'shop' },
        ],
        order: byId,
      };
      assert.deepEqual(await ids(store, query, asking(undefined, 'south')), ['b']);
      assert.deepEqual(await ids(store, query, asking(undefined, 'north')), ['a', 'c', 'e']);
      assert.equal(await store.prepare(query).count(asking(undefined, 'south')), 1);
    });

    test('some fields are read of a record, and of the one that it refers to unless that is gone', async (t) => {
      const line = resource('Line', [stored('id'), ref('invoice', 'Invoice')]);
      const store = await (await open(t, { ...shops, resources: [...shops.resources, line] }))();
      await shopsWithRecords(store);
      await fill(store, 'Line', [
        [1, 'open', 'e'],
        [1, 'gone', 'd'],
        [1, 'none', null],
      ]);
      const find = async (id: string, more: Partial<Query>) => {
        const conditions: readonly Condition[] = [{ kind: 'equal', field: 'id' }];
        const found = await store.prepare({ resource: 'Line', conditions, ...more }).one(asking(id));
        return found && [...found];
      };
      assert.deepEqual(await find('gone', { fields: ['invoice', 'id'] }), ['d', 'gone']);
      const follows = { field: 'invoice', fields: ['total', 'memo', 'due_on', 'number'] };
      assert.deepEqual(await find('open', { fields: ['id'], follows }), ['open', -1, '\u{1F600}', '2026-10-30', null]);
      assert.deepEqual(await find('open', { follows }), [1, 'open', 'e', -1, '\u{1F600}', '2026-10-30', null]);
      assert.deepEqual(await find('open', { fields: [], follows: { ...follows, fields: ['total'] } }), [-1]);
      assert.ok(await find('open', { fields: [], follows: { ...follows, fields: [] } }));
      for (const id of ['gone', 'none', 'unknown'])
        assert.equal(await find(id, { fields: [], follows }), undefined, id);
    });

    test('of each of some values the first records are found, in their order', async (t) => {
      const store = await openShops(t, open);
      await shopsWithRecords(store);
      const find = async (most: number, customers: readonly string[], ...more: readonly Condition[]) => {
        const order = [{ field: 'total', descending: true }, ...byId];
        const query: Query = {
          resource: 'Invoice',
          conditions: [{ kind: 'each', field: 'customer', most }, ...more],
          order,
        };
        return (await ids(store, query, { ...asking(customers), caller: { shop: 'south' } })).join(' ');
      };
      assert.equal(await find(9, ['c', 'd']), 'd a b e');
      assert.equal(await find(1, ['d', 'c']), 'd a');
      assert.equal(await find(9, ['d', 'x']), 'd b');
      assert.equal(await find(9, []), '');
      const alive: Condition = { kind: 'not in state', field: 'status', states: ['gone'] };
      assert.equal(await find(1, ['c', 'd'], alive), 'a b');
      assert.equal(await find(9, ['c', 'd'], alive, { kind: 'any', of: [shopIs] }), 'b');
    });

    test('the same question is compiled once', async (t) => {
      const store = await openShops(t, open);
      const query = (): Query => ({ resource: 'Invoice', conditions: [{ kind: 'equal', field: 'shop' }], order: byId });
      assert.equal(store.prepare(query()), store.prepare(query()));
      assert.notEqual(store.prepare(query()), store.prepare({ ...query(), after: true }));
    });

    test('a bounded query reads a number of rows and then says where to go on, and any other finds all', async (t) => {
      const store = await openShops(t, open);
      const rows = Array.from({ length: 10_300 }, (_, index) => {
        const id = `i${String(index).padStart(6, '0')}`;
        return invoice(id, index % 100 === 99 ? 'south' : 'north', { memo: index > 10_100 ? 'rare' : 'usual' });
      });
      await fill(store, 'Invoice', rows);
      const query: Query = {
        resource: 'Invoice',
        conditions: [
          { kind: 'equal', field: 'shop' },
          { kind: 'compare', path: ['memo'], operator: 'contains' },
        ],
        order: [
          { field: 'created_at', descending: true },
          { field: 'id', descending: true },
        ],
        bounded: true,
      };
      const back: Query = { ...query, order: query.order!.map((key) => ({ ...key, descending: false })) };
      const first = await store.prepare(back).many({ ...asking('north', 'rare'), limit: 500 });
      assert.equal(first.rows.length, 0);
      const { bounded: _, ...whole } = back;
      const found = await store.prepare(whole).many({ ...asking('north', 'rare'), limit: 500 });
      assert.deepEqual([found.rows.length, found.next], [197, undefined]);
      const next = { ...asking('north', 'rare'), limit: 500, after: first.next! };
      const second = await store.prepare({ ...back, after: true }).many(next);
      assert.equal(second.rows.length, 197);
      assert.equal(second.next, undefined);
      const direct = await store.prepare(query).many({ ...asking('north', 'rare'), limit: 197 });
      assert.equal(direct.rows.length, 197);
      assert.equal(direct.next, undefined);
      const other = await store.prepare(back).many({ ...asking('south', 'rare'), limit: 500 });
      assert.deepEqual([other.rows.length, other.next], [2, undefined]);
      assert.notEqual(await get(store, 'Invoice', 'i000000'), undefined);
    });
  });
}
