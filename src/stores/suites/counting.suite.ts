import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { shopIs } from '../../../tests/support/plans.ts';
import type { Condition, Query } from '../../contracts/store.ts';
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
