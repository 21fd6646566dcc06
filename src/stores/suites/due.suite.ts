import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { optional, plan, resource, state, states, stored } from '../../../tests/support/plans.ts';
import type { Row } from '../../contracts/record.ts';
import type { Query } from '../../contracts/store.ts';
import type { Plan } from '../../plan/plan.ts';
import { toEntryName } from '../../plan/records/timed.ts';
import { asking, fill, keep, type OpenForTest } from './surroundings.suite.ts';

const machine = states('status', 'draft', 'open', 'late');

/** Records of two shops that wait in a state: for a time after entering it, and for the moment of a field. */
export const waiting: Plan = plan([
  resource('Bill', [stored('id'), stored('shop'), state('status'), optional('due_on')], {
    machines: [
      {
        ...machine,
        transitions: [
          {
            name: 'expire',
            from: ['draft'],
            to: { kind: 'state', state: 'late' },
            trigger: { kind: 'after', milliseconds: 1_000 },
            effects: [],
            words: '',
            line: 1,
          },
          {
            name: 'lapse',
            from: ['open', 'draft'],
            to: { kind: 'state', state: 'late' },
            trigger: { kind: 'at', field: 'due_on' },
            effects: [],
            words: '',
            line: 1,
          },
        ],
      },
    ],
  }),
]);

/** The records in a state for which this column holds at most a value, in its order. */
export function dueBy(field: string): Query {
  return {
    resource: 'Bill',
    conditions: [
      { kind: 'equal', field: 'status' },
      { kind: 'compare', path: [field], operator: '<=' },
    ],
    order: [
      { field, descending: false },
      { field: 'id', descending: false },
    ],
    after: true,
  };
}

/** By what records of `waiting` are found: the moment of entry, and a field. */
export const dueFields: readonly string[] = [toEntryName('status'), 'due_on'];

function bill(id: string, entered: number | null, status = 'draft', due: string | null = null): Row {
  return [1, entered, id, Number(id.slice(1)) % 2 === 0 ? 'north' : 'south', status, due];
}

/** The tests of finding what is due that every store passes. */
export function dueSuite(open: OpenForTest): void {
  describe('what is due', () => {
    test('records in a state are found by the moment of entry, the oldest first, piece by piece', async (t) => {
      const store = await (await open(t, waiting))();
      await fill(store, 'Bill', [
        bill('b4', 30),
        bill('b1', 10),
        bill('b3', 30),
        bill('b2', 20, 'open'),
        bill('b5', 31),
        bill('b6', null),
      ]);
      const query = store.prepare(dueBy(toEntryName('status')));
      const first = await query.many({ ...asking('draft', 30), limit: 2 });
      assert.deepEqual(
        first.rows.map((row) => row[2]),
        ['b1', 'b3'],
      );
      const rest = await query.many({ ...asking('draft', 40), limit: 9, after: [30, 'b3'] });
      assert.deepEqual(
        rest.rows.map((row) => row[2]),
        ['b4', 'b5'],
      );
    });

    test('records in a state are found by a field; those without a value there are not', async (t) => {
      const store = await (await open(t, waiting))();
      await fill(store, 'Bill', [
        bill('b1', 1, 'open', '2026-11-02'),
        bill('b2', 1, 'open', '2026-11-01'),
        bill('b3', 1, 'late', '2026-11-01'),
        bill('b4', 1, 'open'),
        bill('b5', 1, 'open', '2026-11-03'),
      ]);
      const { rows } = await store.prepare(dueBy('due_on')).many({ ...asking('open', '2026-11-02'), limit: 9 });
      assert.deepEqual(
        rows.map((row) => row[2]),
        ['b2', 'b1'],
      );
    });

    test('a row that nobody holds is found with `free`', async (t) => {
      const store = await (await open(t, waiting))();
      await fill(store, 'Bill', [bill('b1', 1)]);
      const query = store.prepare({ resource: 'Bill', conditions: [{ kind: 'equal', field: 'id' }] });
      const row = await keep(store, (transaction) => transaction.bind(query, 'free').one(asking('b1')));
      assert.equal(row?.[2], 'b1');
    });
  });
}
