import assert from 'node:assert/strict';
import { test } from 'node:test';
import { market } from '../../../tests/serve/effects/market.fixture.ts';
import { planFor } from '../../../tests/serve/support/served.fixture.ts';
import { listOtherChanges } from './changes.ts';

test('operations and timed transitions are listed with what they change of other records', () => {
  const changes = listOtherChanges(planFor(market));
  assert.deepEqual(
    changes.map(({ operation, timed, changes: of }) => [operation, timed, of.join(', ')]),
    [
      ['delete Product', false, 'delete Hold, Product.sold'],
      ['delete Order', false, 'delete Line, delete Receipt, Product.note'],
      ['place Order', false, 'Product.stock, Product.sold, create Receipt'],
      ['cancel Order', false, 'Product.stock, refund Receipt'],
      ['create Line', false, 'Product.note, Product.last'],
      ['delete Line', false, 'Product.note'],
      ['follow Person', false, 'create Follow'],
      ['unfollow Person', false, 'delete Follow'],
      ['delete Hold', false, 'Product.sold'],
      ['rename Person', false, 'create Alias'],
      ['expire Order', true, 'delete Line, Product.note'],
    ],
  );
  assert.ok(changes.every(({ lines }) => lines.length > 0));
});
