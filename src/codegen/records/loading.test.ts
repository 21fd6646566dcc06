import assert from 'node:assert/strict';
import { test } from 'node:test';
import { things } from '../../../tests/serve/requests/things.fixture.ts';
import { createNodePlatform } from '../../serve/platform-node.ts';
import { compile } from '../compile.ts';
import { planFor } from '../plan.fixture.ts';
import { createLoader } from './loading.ts';

test('numbers of a file are counted within what is worked out: those that are left out go on behind them', () => {
  const plan = planFor(things);
  const platform = createNodePlatform({ info() {}, warn() {}, error() {} });
  const resource = plan.resources.find(({ name }) => name === 'Thing')!;
  const { load, counters } = createLoader(compile(plan), resource, platform, 0);
  const placed = (name: string, shop: string, place?: bigint): unknown => {
    const { record, fieldErrors } = load({ name, shop, ...(place === undefined ? {} : { place }) });
    assert.deepEqual(fieldErrors, []);
    return record.place;
  };
  placed('a1', 'north', 7n);
  placed('b1', 'north', 2n);
  assert.deepEqual(
    [placed('a2', 'north'), placed('b2', 'north'), placed('a1', 'south'), placed('a3', 'north')],
    [8n, 3n, 1n, 9n],
  );
  const places = counters.last.find(({ sequence }) => sequence.field === 'place')!;
  assert.deepEqual(Object.fromEntries(places.numbers), {
    '["north","A"]': 9,
    '["north","B"]': 3,
    '["south","A"]': 1,
  });
});
