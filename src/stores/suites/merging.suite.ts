import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../tests/support/runs.ts';
import type { Query } from '../../contracts/store.ts';
import { asking, fill, invoice, type OpenForTest, openShops, value } from './surroundings.suite.ts';

const words = ['a', 'A', 'é', '\u{1F600}', "'", ''];
const drawn = fc.array(
  fc.record({ memo: fc.constantFrom(null, ...words), due_on: fc.constantFrom(null, 'd1', 'd2'), at: fc.nat(3) }),
  { minLength: 1, maxLength: 30 },
);
const keys = fc.constantFrom('created_at', 'due_on', 'memo');

/** The tests of lists of several values that every store passes. */
export function mergingSuite(open: OpenForTest): void {
  describe('lists of several values', () => {
    test('pages together are the records that have one of them, once, in the order, of the tenant only', async (t) => {
      const property = fc.asyncProperty(
        drawn,
        fc.uniqueArray(fc.constantFrom(...words), { minLength: 2, maxLength: 5 }),
        keys,
        fc.boolean(),
        fc.integer({ min: 1, max: 7 }),
        async (records, asked, field, descending, size) => {
          const store = await openShops(t, open);
          const rows = records.map(({ memo, due_on, at }, i) => {
            const shop = i % 3 === 0 ? 'south' : 'north';
            return { id: `i${(i * 7) % 31}`, shop, memo, due_on, created_at: `2026-11-01T09:00:00.00${at}Z` };
          });
          await fill(
            store,
            'Invoice',
            rows.map((row) => invoice(row.id, row.shop, row)),
          );
          const order = [
            { field, descending },
            { field: 'id', descending },
          ];
          const plain: Query = {
            resource: 'Invoice',
            conditions: [
              { kind: 'equal', field: 'shop' },
              { kind: 'compare', path: ['memo'], operator: 'in' },
            ],
            order,
          };
          const apart: Query = { ...plain, conditions: [plain.conditions[0]!, { ...few, of: asked.length }] };
          for (const shop of ['north', 'south']) {
            const expected = rows.filter((row) => row.shop === shop && asked.includes(row.memo as string)).length;
            const found: unknown[] = [];
            let after: readonly unknown[] | undefined;
            for (let pages = 0; pages < 100; pages++) {
              const values = { ...asking(shop, asked), limit: size, ...(after && { after }) };
              const more = after !== undefined;
              const page = await store.prepare({ ...apart, after: more }).many(values);
              assert.deepEqual(page, await store.prepare({ ...plain, after: more }).many(values));
              found.push(...page.rows.map((row) => value(row, 'id')));
              const last = page.rows.at(-1);
              if (last === undefined) break;
              after = order.map((key) => value(last, key.field));
            }
            assert.equal(found.length, expected);
            assert.equal(new Set(found).size, expected);
          }
          await store.close();
        },
      );
      await fc.assert(property, { numRuns: runs(25) });
    });
  });
}

const few = { kind: 'compare', path: ['memo'], operator: 'in' } as const;
