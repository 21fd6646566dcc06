import assert from 'node:assert/strict';
import { test } from 'node:test';
import { market } from '../../../tests/serve/effects/market.fixture.ts';
import { planFor } from '../../../tests/serve/support/served.fixture.ts';
import { documentText, keyed } from '../../../tests/support/document-text.fixture.ts';
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

test('a timed deletion is listed with what it takes along, and rows of update without those that replace them', () => {
  const text = documentText('Hives', {
    resources: `### Hive

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| name | string | |
| status | state | |

### Bee

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| hive | ref Hive | required; on delete cascade |

### Log

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| text | string | |`,
    states: `### Hive

| State | Kind |
| --- | --- |
| open | initial |

| From | Transition | To | Trigger | Effect |
| --- | --- | --- | --- | --- |
| open | delete | | after 3 days | |
| open | update | | | \`create Log(text: "u")\` |
| open | replace | | | \`delete bee\` |`.replace('| `delete bee` |', '| `Bee.each(b, b.hive == id, delete b)` |'),
    endpoints: `| Operation | Path |
| --- | --- |
| create, read, update, replace Hive | /hives |
| create Bee | /bees |
| create Log | /logs |`,
    authentication: keyed('| all | all | |'),
    errors: '- Codes: named after conditions',
  });
  assert.deepEqual(
    listOtherChanges(planFor(text)).map(({ operation, changes: of }) => [operation, of]),
    [
      ['update Hive', ['create Log']],
      ['replace Hive', ['delete Bee']],
      ['delete Hive', ['delete Bee']],
    ],
  );
});
