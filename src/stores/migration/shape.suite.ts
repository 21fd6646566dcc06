import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Plan } from '../../plan/plan.ts';
import {
  idOf,
  keepRecords,
  migrated,
  obstaclesOf,
  planWith,
  recordsOf,
  rowsOf,
  stepsOf,
  twoShops,
  withStore,
} from '../migration.fixture.ts';
import type { MigrationPlace } from '../suites/migration.suite.ts';

type Values = Readonly<Record<string, unknown>>;

const fields = (...rows: readonly string[]): string =>
  ['| Field | Type | Constraints |', '| --- | --- | --- |', ...rows].join('\n');

/** Tables and columns that change their names, types and places, on real databases with the records of two shops. */
export function shapeSuite(name: string, fresh: (test: TestContext) => Promise<MigrationPlace>): void {
  const filled = async (t: TestContext, before: Plan): Promise<MigrationPlace> => {
    const place = await fresh(t);
    await keepRecords(place.address, before, twoShops);
    return place;
  };
  const all = async (address: string, plan: Plan, resource: string): Promise<readonly Values[]> =>
    ((await recordsOf(address, plan, resource)) as [unknown, Values][]).map(([, record]) => record);
  const done = async (address: string, plan: Plan, asked = {}): Promise<readonly string[]> => {
    const report = await migrated(address, plan, asked);
    assert.deepEqual(obstaclesOf(report), []);
    assert.equal(report.done, true);
    assert.deepEqual(stepsOf(await migrated(address, plan)), [], 'a second migration has nothing to do');
    return stepsOf(report);
  };

  describe(`the shape of the tables of ${name}`, () => {
    test('a resource that others refer to may have another name', async (t) => {
      const before = planWith();
      const { address } = await filled(t, before);
      const text = JSON.parse(
        JSON.stringify(before).replaceAll('"Customer"', '"Client"').replaceAll('"customer"', '"client"'),
      ) as Plan;
      const after: Plan = { ...text, digest: 'renamed' };
      await done(address, after, { renames: ['Customer=Client', 'Invoice.customer=Invoice.client'] });
      assert.deepEqual(
        (await all(address, after, 'Client')).map(({ email }) => email),
        ['north@example.com', 'south@example.com'],
      );
      assert.deepEqual(
        (await all(address, after, 'Invoice')).map(({ client }) => client),
        [idOf('cus', 0), undefined, idOf('cus', 1), undefined],
      );
    });

    test('fields may change their places', async (t) => {
      const before = planWith();
      const { address } = await filled(t, before);
      const reversed = before.resources.map((resource) => ({ ...resource, fields: resource.fields.toReversed() }));
      const after: Plan = { ...before, digest: 'reversed', resources: reversed };
      const first = await all(address, before, 'Invoice');
      assert.deepEqual(await done(address, after), []);
      await withStore(address, after, async () => undefined);
      assert.deepEqual(await all(address, after, 'Invoice'), first);
      assert.deepEqual(await done(address, before), []);
      await withStore(address, before, async () => undefined);
    });

    test('records without a value get the default that their field has now', async (t) => {
      const withRow = (mood: string): Plan => planWith({ invoice: rowsOf('invoice', { mood }) });
      const before = withRow('| mood | string | |');
      const { address } = await filled(t, before);
      const moods = async (plan: Plan) => (await all(address, plan, 'Invoice')).map(({ mood }) => mood);
      assert.deepEqual(new Set(await moods(before)), new Set([undefined]));
      const after = withRow('| mood | string | default "calm" |');
      assert.deepEqual(await done(address, after), [
        'Invoice: `mood` has a default now: records without a value get `"calm"`',
      ]);
      assert.deepEqual(new Set(await moods(after)), new Set(['calm']));
    });

    test('two fields may exchange their names', async (t) => {
      const { address } = await filled(t, planWith());
      const after = planWith({
        customer: rowsOf('customer', {
          email: '| shop | email | |',
          shop: '| email | string | assigned from caller.shop |',
        }),
      });
      await done(address, after, { renames: ['Customer.email=Customer.shop', 'Customer.shop=Customer.email'] });
      assert.deepEqual(
        (await all(address, after, 'Customer')).map(({ shop, email }) => [shop, email]),
        [
          ['north@example.com', 'north'],
          ['south@example.com', 'south'],
        ],
      );
    });

    test('a removed resource goes with its records where that is allowed, and with the refs to it', async (t) => {
      const { address } = await filled(t, planWith());
      const after = planWith({ customer: [], invoice: rowsOf('invoice', { customer: undefined }) });
      assert.deepEqual(obstaclesOf(await migrated(address, after)), [
        '2 Customer would be lost; allow it with --allow-data-loss Customer',
        '2 Invoice.customer would be lost; allow it with --allow-data-loss Invoice.customer',
      ]);
      await done(address, after, { allowDataLoss: ['Customer', 'Invoice.customer'] });
      assert.equal((await all(address, after, 'Invoice')).length, 4);
    });

    test('a field that is worked out from now on loses what it held only where that is allowed', async (t) => {
      const { address } = await filled(t, planWith());
      const after = planWith({ invoice: rowsOf('invoice', { note: '| note | string | = `shop + "!"` |' }) });
      assert.deepEqual(obstaclesOf(await migrated(address, after)), [
        '4 Invoice.note would be lost; allow it with --allow-data-loss Invoice.note',
      ]);
      await done(address, after, { allowDataLoss: ['Invoice.note'] });
      assert.deepEqual(
        (await all(address, after, 'Invoice')).map(({ note }) => note),
        ['north!', 'north!', 'south!', 'south!'],
      );
    });

    test('identities of another type are followed by those that refer to them', async (t) => {
      const more = (type: string, ref: string): string =>
        `### Tag\n\n${fields(`| id | ${type} | identity; required |`, '| shop | string | assigned from caller.shop |')}\n\n### Mark\n\n${fields('| id | string | identity; required |', `| tag | ref Tag | ${ref} |`, '| next | ref Mark | |')}`;
      const before = planWith({ more: more('integer', 'required') });
      const place = await fresh(t);
      await keepRecords(place.address, before, [
        ['Tag', { id: 7, shop: 'north' }],
        ['Tag', { id: 8, shop: 'south' }],
        ['Mark', { id: 'm1', tag: 7 }],
        ['Mark', { id: 'm2', tag: 8, next: 'm1' }],
      ]);
      const after = planWith({ more: more('string', 'required') });
      await done(place.address, after);
      assert.deepEqual(
        (await all(place.address, after, 'Mark')).map(({ tag, next }) => [tag, next]),
        [
          ['7', undefined],
          ['8', 'm1'],
        ],
      );
    });

    test('a text that becomes a ref is refused where it names no record', async (t) => {
      const before = planWith();
      const { address } = await filled(t, before);
      const after = planWith({ invoice: rowsOf('invoice', { note: '| note | ref Customer | |' }) });
      const said = obstaclesOf(await migrated(address, after));
      assert.ok(
        said.some((obstacle) => obstacle.startsWith('4 Invoice.note names a record that is not there')),
        said.join('\n'),
      );
    });

    test('an index of somebody else stays', async (t) => {
      const before = planWith();
      const { address, byHand } = await filled(t, before);
      await byHand('CREATE INDEX theirs ON invoice (shop, total)');
      await done(address, planWith({ invoice: rowsOf('invoice', { more: '| more | boolean | default true |' }) }));
      await byHand('DROP INDEX theirs');
    });

    test('the steps of a change are these', async (t) => {
      const { address } = await filled(t, planWith());
      const after = planWith({
        customer: rowsOf('customer', { email: '| email | email or null | unique |' }),
        invoice: rowsOf('invoice', {
          number: '| number | integer | assigned; unique with shop |',
          seen: '| seen | date-time | assigned on update |',
        }),
        states: ['| draft | initial |', '| open | |', '| paid | final |', '| void | final |'],
        transitions: [
          '| draft | send | open | handler |',
          '| open | drop | void | handler |',
          '| open | pay | paid | handler |',
        ],
      });
      assert.deepEqual(stepsOf(await migrated(address, after, { dryRun: true })), [
        'Customer: `email` becomes email or null (it was email): every value stays',
        'Customer: no two records may share `email`',
        'Invoice: `number` has to be there: records are numbered in the order of their identities',
        'Invoice: add `seen` (date-time): records get the moment of this change',
        'Invoice: `status`: add the state `paid`',
        'Invoice: `number` continues after the largest existing number for each value of `shop`',
        'Invoice: no two records may share `number`, `shop`',
      ]);
    });
  });
}
