import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { documentText } from '../../../tests/support/document-text.fixture.ts';
import { planFor } from '../../codegen/plan.fixture.ts';
import type { Plan } from '../../plan/plan.ts';
import { keepRecords, migrated, obstaclesOf, stepsOf, withStore } from '../migration.fixture.ts';
import { SchemaMismatchError } from '../store-error.ts';
import type { MigrationPlace } from '../suites/migration.suite.ts';
import { asking } from '../suites/surroundings.suite.ts';

/** A plan of houses in places, with the members of a place and the filters of the list. */
function houses(members: Readonly<Record<string, string>>, filters: readonly string[], field = 'place'): Plan {
  return planFor(
    documentText('Houses', {
      purpose: 'Keeps houses.\n\n- In scope: houses',
      resources: `### Place (object)

| Field | Type | Constraints |
| --- | --- | --- |
${Object.entries(members)
  .map(([name, type]) => `| ${name} | ${type.includes('|') ? type : `${type} |`} |`)
  .join('\n')}

### House

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | required |
| ${field} | Place | |`,
      endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| list House | GET | /houses | | 200 \`{ data: House[], next: next cursor }\` |

### list House

| Parameter | Maps to |
| --- | --- |
| limit | page size |
| cursor | cursor |
${filters.map((path) => `| ${path} | filter |`).join('\n')}`,
    }),
  );
}

const records: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['House', { id: 1, shop: 'north', place: { city: 'Ulm', floor: 1 } }],
  ['House', { id: 2, shop: 'south', place: { city: 'Ulm' } }],
  ['House', { id: 3, shop: 'south' }],
];

/** The indexes of members of databases that change, with the records of two shops. */
export function innerMigrationSuite(name: string, fresh: (test: TestContext) => Promise<MigrationPlace>): void {
  const change = async (address: string, plan: Plan, asked = {}): Promise<readonly string[]> => {
    const report = await migrated(address, plan, asked);
    assert.deepEqual(obstaclesOf(report), []);
    assert.equal(report.done, true);
    assert.deepEqual(stepsOf(await migrated(address, plan)), [], 'a second migration has nothing to do');
    return stepsOf(report);
  };
  const find = (address: string, plan: Plan, path: string, value: unknown, shop?: string): Promise<number> =>
    withStore(address, plan, async (store) => {
      const conditions = [
        { kind: 'compare', path: path.split('.'), operator: '=' } as const,
        ...(shop === undefined ? [] : [{ kind: 'equal', field: 'shop' } as const]),
      ];
      const order = [{ field: 'id', descending: false }];
      const values = { ...asking(value, ...(shop === undefined ? [] : [shop])), limit: 10 };
      return (await store.prepare({ resource: 'House', conditions, order }).many(values)).rows.length;
    });

  describe(`indexes of members of ${name}`, () => {
    test('a filter that a document adds finds the records that are there, until it is removed', async (t) => {
      const { address } = await fresh(t);
      const members = { city: 'string', floor: 'integer' };
      await keepRecords(address, houses(members, []), records);
      const after = houses(members, ['place.city', 'place.floor']);
      await assert.rejects(
        withStore(address, after, async () => undefined),
        (error: Error) => error instanceof SchemaMismatchError && /house_by_place_city_id/.test(error.message),
      );
      assert.deepEqual(await change(address, after), [
        'House: add the index `house_by_place_city_id`',
        'House: add the index `house_by_place_floor_id`',
      ]);
      assert.equal(await find(address, after, 'place.city', 'Ulm'), 2);
      assert.equal(await find(address, after, 'place.city', 'Ulm', 'north'), 1);
      assert.equal(await find(address, after, 'place.floor', 1), 1);
      assert.deepEqual(await change(address, houses(members, ['place.city'])), [
        'House: remove the index `house_by_place_floor_id`',
      ]);
    });

    test('the index follows a member and a field with another name, another type and a new default', async (t) => {
      const { address } = await fresh(t);
      await keepRecords(address, houses({ city: 'string', floor: 'integer' }, ['place.city', 'place.floor']), records);
      const renamed = houses({ town: 'string', floor: 'integer' }, ['place.town', 'place.floor']);
      await change(address, renamed, { renames: ['Place.city=Place.town'] });
      assert.equal(await find(address, renamed, 'place.town', 'Ulm', 'south'), 1);
      const moved = houses({ town: 'string', floor: 'integer' }, ['at.town', 'at.floor'], 'at');
      await change(address, moved, { renames: ['House.place=House.at'] });
      assert.equal(await find(address, moved, 'at.town', 'Ulm'), 2);
      const wider = houses({ town: 'string', floor: 'number' }, ['at.town', 'at.floor'], 'at');
      await change(address, wider);
      assert.equal(await find(address, wider, 'at.floor', 1), 1);
      const filled = houses({ town: 'string', floor: 'number | default 7' }, ['at.town', 'at.floor'], 'at');
      await change(address, filled);
      assert.equal(await find(address, filled, 'at.floor', 7), 1);
      assert.equal(await find(address, filled, 'at.floor', 7, 'north'), 0);
    });
  });
}
