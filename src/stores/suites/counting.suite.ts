import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { shopIs } from '../../../tests/support/plans.ts';
import type { Condition, Figure, Query } from '../../contracts/store.ts';
import { asking, byId, fill, ids, invoice, type OpenForTest, openShops } from './surroundings.suite.ts';

/** The tests of searching, and of lists that count rows away, that every store passes. */
export function countingSuite(open: OpenForTest): void {
  describe('searching and counting away', () => {
    test('each word of a search is in one of the fields, in whatever case and normal form', async (t) => {
      const store = await openShops(t, open);
      await fill(store, 'Invoice', [
        invoice('a', 'north', { memo: 'Straße nach Ålesund', tags: '["Winter","ΌΔΟΣ"]' }),
        invoice('b', 'south', { memo: 'A\u030Alesund', tags: '["summer rain"]' }),
        invoice('c', 'north', { memo: null, tags: '["winter"]' }),
        invoice('d', 'south', { memo: 'İzmir', tags: null }),
        invoice('e', 'north', { memo: "100% '; --\\", tags: '["a\\"b"]' }),
      ]);
      const search: Condition = { kind: 'search', fields: ['memo', 'tags'] };
      const query: Query = { resource: 'Invoice', conditions: [search], order: byId };
      const searches: readonly (readonly [text: string, found: string])[] = [
        ['ÅLESUND', 'a b'],
        ['a\u030Alesund', 'a b'],
        ['straße ålesund', 'a'],
        ['ålesund WINTER', 'a'],
        ['winter', 'a c'],
        ['όδος', 'a'],
        ['SUMMER rain', 'b'],
        ['rain summer', 'b'],
        ['summer rainy', ''],
        ['i\u0307zmir', 'd'],
        ['%', 'e'],
        ['_', ''],
        ["'; --\\", 'e'],
        ['a"b', 'e'],
        ['"', 'e'],
        ['ålesund summer', 'b'],
        ['north', ''],
        [' \t\u00a0 ', 'a b c d e'],
      ];
      for (const [text, expected] of searches) {
        const found = await ids(store, query, { ...asking(text), limit: 10 });
        assert.equal(found.join(' '), expected, text);
        const count = await store.prepare({ resource: 'Invoice', conditions: [search] }).count(asking(text));
        assert.equal(count, found.length, text);
      }
    });

    test('figures are those of all rows that hold, in one statement, also where slow reads run', async (t) => {
      const store = await openShops(t, open);
      await fill(store, 'Invoice', [
        invoice('a', 'north', { total: 5, tags: '["x","y","x"]', paid: true, big: 2n ** 62n, memo: 'Bär' }),
        invoice('b', 'north', { total: -7, tags: '["y"]', paid: false, big: 2n ** 62n - 1n, memo: 'bar' }),
        invoice('c', 'north', { total: 9, status: 'gone' }),
        invoice('d', 'south', { total: 100, tags: '["z"]', memo: 'Bär' }),
      ]);
      const figures: readonly Figure[] = [
        { kind: 'values', field: 'tags', most: 10 },
        { kind: 'values', field: 'tags', most: 1 },
        { kind: 'values', field: 'memo', most: 10 },
        { kind: 'values', field: 'paid', most: 10 },
        { kind: 'sum', field: 'total' },
        { kind: 'sum', field: 'big' },
        { kind: 'minimum', field: 'total' },
        { kind: 'maximum', field: 'big' },
        { kind: 'maximum', field: 'due_on' },
        { kind: 'count' },
      ];
      const conditions: readonly Condition[] = [
        { kind: 'any', of: [shopIs] },
        { kind: 'not in state', field: 'status', states: ['gone'] },
      ];
      const values = { ...asking(undefined), caller: { shop: 'north' } };
      const expected = [
        [
          ['y', 2],
          ['x', 1],
        ],
        [['y', 2]],
        [
          ['Bär', 1],
          ['bar', 1],
        ],
        [
          [0, 1],
          [1, 1],
        ],
        -2,
        String(2n ** 63n - 1n),
        -7,
        String(2n ** 62n),
        undefined,
        2,
      ];
      for (const slow of [{}, { slowTimeout: 10_000 }]) {
        const query: Query = { resource: 'Invoice', conditions, figures, ...slow };
        assert.deepEqual(await store.prepare(query).figures(values), expected);
      }
      const searching: Query = {
        resource: 'Invoice',
        conditions: [{ kind: 'search', fields: ['memo', 'tags'] }],
        figures: [{ kind: 'count' }, { kind: 'values', field: 'shop', most: 3 }],
      };
      const found = [
        ['north', 1],
        ['south', 1],
      ];
      assert.deepEqual(await store.prepare(searching).figures(asking('BÄR')), [2, found]);
      const plain: Query = { resource: 'Invoice', conditions };
      assert.deepEqual(await store.prepare(plain).figures(values), []);
    });

    test('rows are counted away in the order that is asked for, of one tenant only', async (t) => {
      const store = await openShops(t, open);
      const all = Array.from({ length: 12 }, (_, i) =>
        invoice(`i${String(i).padStart(2, '0')}`, i % 3 === 0 ? 'south' : 'north', { total: i % 4 }),
      );
      await fill(store, 'Invoice', all);
      const rule: Condition = { kind: 'any', of: [shopIs] };
      for (const order of [
        byId,
        [
          { field: 'total', descending: true },
          { field: 'id', descending: false },
        ],
      ]) {
        const base: Query = { resource: 'Invoice', conditions: [rule], order };
        const values = { ...asking(undefined), caller: { shop: 'north' } };
        const whole = await ids(store, base, { ...values, limit: 100 });
        assert.equal(whole.length, 8);
        for (const skip of [0, 1, 5, 8, 100]) {
          const found = await ids(store, { ...base, skips: true }, { ...values, skip, limit: 3 });
          assert.deepEqual(found, whole.slice(skip, skip + 3), String(skip));
        }
      }
    });
  });
}
