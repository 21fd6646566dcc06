import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../tests/support/runs.ts';
import type { Row } from '../../contracts/record.ts';
import type { Query, Store } from '../../contracts/store.ts';
import { asking, fill, invoice, type OpenForTest, openShops, value } from './surroundings.suite.ts';

const texts = [null, '', 'a', 'A', 'ab', 'é', '\uFFFD', '\u{1F600}', "'", '__proto__'];
const fields = {
  memo: fc.constantFrom(...texts),
  due_on: fc.constantFrom(...texts),
  number: fc.constantFrom(null, -1, 0, 2, 10),
  total: fc.constantFrom(-1, 0, 2, 10),
  ratio: fc.constantFrom(null, -0.5, 0, 1e10),
  big: fc.constantFrom(null, -(2n ** 63n), 9007199254740993n, 9007199254740992n),
  paid: fc.constantFrom(null, false, true),
  created_at: fc.constantFrom('2026-11-01T09:00:00.000Z', '2026-11-01T09:00:00.001Z'),
};

/** Compares as the language orders: absent and null first, strings by code point. */
function compare(left: unknown, right: unknown): number {
  if (left === right) return 0;
  if (left === null) return -1;
  if (right === null) return 1;
  if (typeof left === 'string') return Buffer.compare(Buffer.from(left), Buffer.from(String(right)));
  return (left as number) < (right as number) ? -1 : 1;
}

type Values = Readonly<Record<string, unknown>>;

function sorted(records: readonly Values[], order: NonNullable<Query['order']>): readonly unknown[] {
  const compared = (left: Values, right: Values): number => {
    for (const { field, descending } of order) {
      const found = compare(left[field], right[field]) * (descending ? -1 : 1);
      if (found !== 0) return found;
    }
    return 0;
  };
  return [...records].sort(compared).map(({ id }) => id);
}

/** Reads page by page until one has no rows. */
async function pages(store: Store, query: Query, given: readonly unknown[], size: number): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  let after: readonly unknown[] | undefined;
  for (let round = 0; round < 200; round++) {
    const prepared = store.prepare(after === undefined ? query : { ...query, after: true });
    const { rows, next } = await prepared.many({ ...asking(...given), limit: size, ...(after && { after }) });
    found.push(...rows.map((row) => value(row, 'id')));
    const last: Row | undefined = rows.at(-1);
    if (last === undefined) return found;
    after = next ?? query.order!.map(({ field }) => value(last, field));
  }
  throw new Error('the pages do not end');
}

/** The tests of paging by key that every store passes. */
export function pagingSuite(open: OpenForTest): void {
  describe('paging by key', () => {
    test('pages together are the sorted records of the tenant, whatever the order, nulls and doubles among them', async (t) => {
      const key = fc.record({ field: fc.constantFrom(...Object.keys(fields)), descending: fc.boolean() });
      const orders = fc.uniqueArray(key, { maxLength: 3, selector: ({ field }) => field });
      const records = fc.array(fc.record(fields), { minLength: 1, maxLength: 25 });
      const sizes = fc.integer({ min: 1, max: 9 });
      const property = fc.asyncProperty(records, orders, fc.boolean(), sizes, async (drawn, keys, down, size) => {
        const store = await openShops(t, open);
        const all = drawn.map((record, index) => {
          return { ...record, number: null, id: `i${(index * 7) % 31}`, shop: index % 3 === 0 ? 'south' : 'north' };
        });
        await fill(
          store,
          'Invoice',
          all.map((record) => invoice(record.id, record.shop, record)),
        );
        const order = [...keys, { field: 'id', descending: down }];
        const query: Query = { resource: 'Invoice', conditions: [{ kind: 'equal', field: 'shop' }], order };
        for (const shop of ['north', 'south']) {
          const expected = sorted(
            all.filter((record) => record.shop === shop),
            order,
          );
          assert.deepEqual(await pages(store, query, [shop], size), expected);
        }
        const open_: Query = { ...query, conditions: [{ kind: 'compare', path: ['total'], operator: '>=' }] };
        assert.deepEqual(
          await pages(store, open_, [0], size),
          sorted(
            all.filter(({ total }) => total >= 0),
            order,
          ),
        );
        await store.close();
      });
      await fc.assert(property, { numRuns: runs(60) });
    });
  });
}
