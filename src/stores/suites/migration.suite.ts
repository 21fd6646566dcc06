import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Plan } from '../../plan/plan.ts';
import {
  type Changing,
  idOf,
  keepRecords,
  listed,
  migrated,
  obstaclesOf,
  planWith,
  recordsOf,
  rowsOf,
  stepsOf,
  twoShops,
  withStore,
} from '../migration.fixture.ts';
import { SchemaMismatchError } from '../store-error.ts';

/** A database of a test's own: its address, and a way to change it by hand. */
export interface MigrationPlace {
  readonly address: string;
  byHand(sql: string): Promise<void>;
}

type Filled = MigrationPlace & { readonly before: Plan };
type Values = Readonly<Record<string, unknown>>;

const versions = (rows: string): string =>
  `| Version | Status | Released |\n| --- | --- | --- |\n| 2 | current | 2026-05-01 |\n| 1 | supported | 2026-01-01 |\n
| Sent in | Name | When absent |\n| --- | --- | --- |\n| header | Api-Version | current |\n
| Version | Change | What | Before |\n| --- | --- | --- | --- |\n${rows}`;

/** The contract of a store that is changed, on real databases with the records of two shops. */
export function migrationSuite(name: string, fresh: (test: TestContext) => Promise<MigrationPlace>): void {
  const filled = async (t: TestContext, changing: Changing = {}): Promise<Filled> => {
    const place = await fresh(t);
    const before = planWith(changing);
    await keepRecords(place.address, before, twoShops);
    return { ...place, before };
  };
  const invoices = async (address: string, plan: Plan): Promise<Map<unknown, Values>> => {
    const all = (await recordsOf(address, plan, 'Invoice')) as [number[], Values][];
    for (const [[version]] of all) assert.equal(version, 3, 'a change of the tables is no write of the record');
    return new Map(all.map(([, record]) => [record.id, record]));
  };
  /** Refused: says why, and leaves the database as it was. */
  const refused = async ({ address, before }: Filled, plan: Plan, asked = {}): Promise<readonly string[]> => {
    const was = await recordsOf(address, before, 'Invoice');
    const report = await migrated(address, plan, asked);
    assert.equal(report.done, false);
    assert.deepEqual(await recordsOf(address, before, 'Invoice'), was);
    return obstaclesOf(report);
  };

  describe(`changing the tables of ${name}`, () => {
    test('a database that fits its document has no steps, and one that does not is not served', async (t) => {
      const { address, before } = await filled(t);
      assert.deepEqual((await migrated(address, before)).tables, []);
      const after = planWith({ invoice: rowsOf('invoice', { total: '| total | integer | = `size(lines)` |' }) });
      await assert.rejects(
        withStore(address, after, async () => undefined),
        (error: Error) =>
          error instanceof SchemaMismatchError && /compute `total` again for every record/.test(error.message),
      );
      assert.equal((await migrated(address, after)).done, true);
      assert.equal((await invoices(address, after)).get(idOf('inv', '11'))!.total, 2);
      assert.deepEqual((await migrated(address, after)).tables, []);
    });

    test('a string becomes a decimal that is compared by value, if each is one', async (t) => {
      const place = await filled(t);
      const same = '| twins | integer | = `Invoice.count(i, i.note == note)` |';
      const plan = planWith({ invoice: [...rowsOf('invoice', { note: '| note | decimal | |' }), same] });
      const obstacles = await refused(place, plan);
      assert.deepEqual(obstacles, [
        '2 Invoice.note must be a decimal number in a string, such as "12.50", of at most 38 digits inv_02 inv_12',
      ]);
      for (const [id, note] of [
        ['02', '-0.50'],
        ['12', '117.00'],
      ] as const)
        await place.byHand(`UPDATE invoice SET note = '${note}' WHERE id = '${idOf('inv', id)}'`);
      assert.equal((await migrated(place.address, plan)).done, true);
      assert.deepEqual((await migrated(place.address, plan)).tables, []);
      const notes = [...(await invoices(place.address, plan)).values()].map(({ note }) => note);
      assert.deepEqual(notes.toSorted(), ['-0.50', '107', '117', '117.00']);
      const equal = await withStore(place.address, plan, async (store) => {
        const compare = { kind: 'compare', path: ['note'], operator: '=' } as const;
        const query = store.prepare({ resource: 'Invoice', conditions: [compare] });
        return (await query.count({ conditions: ['117.0'], now: 0 })) as number;
      });
      assert.equal(equal, 2);
      const back = planWith({ invoice: rowsOf('invoice', { note: '| note | string | |' }) });
      assert.equal((await migrated(place.address, back)).done, true);
    });

    test('a rename keeps the data: of a field, a member, a resource, a state', async (t) => {
      const { address } = await filled(t);
      const after = planWith({
        invoice: rowsOf('invoice', { note: '| memo | string | |' }),
        line: rowsOf('line', { text: '| words | string | |' }),
        versioning: versions(
          '| 2 | renamed | Invoice.memo | note |\n| 2 | renamed | Line.words | text |\n| 2 | renamed | Invoice.status sent | open |',
        ),
        states: ['| draft | initial |', '| sent | |', '| void | final |'],
        transitions: ['| draft | send | sent | handler |', '| sent | drop | void | handler |'],
      });
      const report = await migrated(address, after);
      assert.deepEqual(obstaclesOf(report), []);
      assert.ok(stepsOf(report).includes('Invoice: rename `note` to `memo`: its values stay'));
      const found = await invoices(address, after);
      assert.equal(found.get(idOf('inv', '11'))!.memo, '117');
      assert.equal(found.get(idOf('inv', '12'))!.status, 'sent');
      assert.deepEqual(found.get(idOf('inv', '01'))!.lines, [{ words: 'paper', price: 3 }, { price: 4 }]);
    });

    test('renames of several versions are composed, values follow a field that a later version renames', async (t) => {
      const { address } = await filled(t);
      const after = planWith({
        invoice: rowsOf('invoice', { note: '| memo | string | |', status: '| phase | state | |' }),
        versioning: listed(
          ['3', '2', '1'],
          [
            '| 3 | renamed | Invoice.phase | status | | |',
            '| 3 | renamed | Invoice.memo | remark | | |',
            '| 2 | renamed | Invoice.status sent | open | | |',
            '| 2 | renamed | Invoice.remark | note | | |',
          ],
        ),
        states: ['| draft | initial |', '| sent | |', '| void | final |'],
        transitions: ['| draft | send | sent | handler |', '| sent | drop | void | handler |'],
      });
      assert.deepEqual(obstaclesOf(await migrated(address, after)), []);
      const found = await invoices(address, after);
      assert.equal(found.get(idOf('inv', '11'))!.memo, '117');
      assert.deepEqual(
        ['01', '02', '11', '12'].map((id) => found.get(idOf('inv', id))!.phase),
        ['draft', 'sent', 'draft', 'sent'],
      );
    });

    test('a rename on the command line keeps the data, two fields may change names', async (t) => {
      const place = await filled(t);
      const rows = { email: '| shop2 | email | |', shop: '| shop | string | assigned from caller.shop |' };
      const after = planWith({ customer: rowsOf('customer', rows) });
      assert.match(
        (await migratedProblem(place.address, after, 'Customer.mail=Customer.shop2')) ?? '',
        /no field `mail`.*`email`/s,
      );
      const report = await migrated(place.address, after, { renames: ['Customer.email=Customer.shop2'] });
      assert.equal(report.done, true);
      const customers = (await recordsOf(place.address, after, 'Customer')) as [unknown, Values][];
      assert.deepEqual(
        customers.map(([, record]) => record.shop2),
        ['north@example.com', 'south@example.com'],
      );
    });

    test('a removed field or table is refused with the number of its values, and goes where that is allowed', async (t) => {
      const place = await filled(t);
      const after = planWith({ invoice: rowsOf('invoice', { note: undefined, number: undefined }) });
      assert.deepEqual(await refused(place, after), [
        '2 Invoice.number would be lost; allow it with --allow-data-loss Invoice.number',
        '4 Invoice.note would be lost; allow it with --allow-data-loss Invoice.note',
      ]);
      assert.equal((await refused(place, after, { allowDataLoss: ['Invoice.note'] })).length, 1);
      const report = await migrated(place.address, after, { allowDataLoss: ['Invoice.note', 'Invoice.number'] });
      assert.equal(report.done, true);
      assert.equal('note' in (await invoices(place.address, after)).get(idOf('inv', '01'))!, false);
    });

    test('a field of a type that holds no longer every value is refused with the number of those', async (t) => {
      const place = await filled(t);
      const after = planWith({ invoice: rowsOf('invoice', { note: '| note | integer | |' }) });
      assert.deepEqual(await refused(place, after), [
        '2 Invoice.note cannot be turned into the new type without loss inv_02 inv_12',
      ]);
      const wide = planWith({ invoice: rowsOf('invoice', { number: '| number | string | read-only |' }) });
      assert.equal((await migrated(place.address, wide)).done, true);
      assert.equal((await invoices(place.address, wide)).get(idOf('inv', '12'))!.number, '2');
    });

    test('closer constraints are refused with the number of records that break them', async (t) => {
      const place = await filled(t);
      const after = planWith({ invoice: rowsOf('invoice', { note: '| note | string | 2.. characters |' }) });
      assert.match(
        (await refused(place, after)).join(),
        /^2 Invoice\.note must have at least 2 characters inv_02 inv_12$/,
      );
      const wider = planWith({ invoice: rowsOf('invoice', { note: '| note | string | 1.. characters |' }) });
      assert.equal((await migrated(place.address, wider)).done, true);
    });

    test('a state that goes while records are in it is refused with their number', async (t) => {
      const place = await filled(t);
      const after = planWith({
        states: ['| draft | initial |', '| void | final |'],
        transitions: ['| draft | drop | void | handler |'],
      });
      assert.deepEqual(await refused(place, after), [
        '2 Invoice.status the state `open` is no longer there inv_02 inv_12',
      ]);
      const renamed = await migrated(place.address, after, { renames: ['Invoice.status open=Invoice.status void'] });
      assert.equal(renamed.done, true);
      assert.equal((await invoices(place.address, after)).get(idOf('inv', '02'))!.status, 'void');
    });

    test('unique values are asked of the records that are there, of each tenant apart', async (t) => {
      const place = await filled(t);
      const bad = planWith({ invoice: rowsOf('invoice', { note: '| note | string | unique |' }) });
      assert.deepEqual(await refused(place, bad), ['1 Invoice.note holds the same as another record inv_12']);
      const good = planWith({ invoice: rowsOf('invoice', { note: '| note | string | unique with shop |' }) });
      assert.equal((await migrated(place.address, good)).done, true);
    });

    test('values that differ in the case of ASCII letters alone collide where it is ignored', async (t) => {
      const place = await filled(t);
      for (const [id, note] of [
        ['01', 'éAb'],
        ['02', 'ÉAB'],
        ['11', 'éaB'],
        ['12', 'c'],
      ] as const) {
        await place.byHand(`UPDATE invoice SET note = '${note}' WHERE id = '${idOf('inv', id)}'`);
      }
      const unique = (words: string): Plan =>
        planWith({ invoice: rowsOf('invoice', { note: `| note | string | ${words} |` }) });
      const bad = await refused(place, unique('unique ignoring case'));
      assert.deepEqual(bad, ['1 Invoice.note holds the same as another record inv_11']);
      const plain = await migrated(place.address, unique('unique'));
      assert.deepEqual([plain.done, stepsOf(plain)], [true, ['Invoice: no two records may share `note`']]);
      const within = unique('unique ignoring case with shop');
      const report = await migrated(place.address, within);
      assert.deepEqual(stepsOf(report), [
        'Invoice: no two records may share `note`, `shop`, ignoring case',
        'Invoice: records may share `note`',
      ]);
      assert.deepEqual((await migrated(place.address, within)).tables, []);
      await place.byHand(`UPDATE invoice SET note = 'Éab' WHERE id = '${idOf('inv', '12')}'`);
      await assert.rejects(place.byHand(`UPDATE invoice SET note = 'Éab' WHERE id = '${idOf('inv', '01')}'`));
      const back = await migrated(place.address, unique('unique with shop'));
      assert.ok(stepsOf(back).some((step) => step.endsWith('records may share `note`, `shop` in another case')));
    });

    test('unique values are asked only of the records for which their condition holds', async (t) => {
      const place = await filled(t);
      const unique = (state: string): Plan =>
        planWith({
          invoice: rowsOf('invoice', { note: `| note | string | unique where \`status == "${state}"\` |` }),
        });
      assert.deepEqual(await refused(place, unique('open')), [
        '1 Invoice.note holds the same as another record inv_12',
      ]);
      assert.equal((await migrated(place.address, unique('draft'))).done, true);
    });

    test('a member that becomes required is refused with the number of records whose objects lack it', async (t) => {
      const place = await filled(t);
      const after = planWith({ line: rowsOf('line', { text: '| text | string | required |' }) });
      assert.deepEqual(await refused(place, after), ['2 Invoice.lines `text` is required inv_01 inv_11']);
      const other = planWith({ line: rowsOf('line', { price: '| price | integer | |' }) });
      assert.equal((await migrated(place.address, other)).done, true);
    });

    test('added fields get what the document states: default, null, a state and its moment, the moment, a number', async (t) => {
      const { address } = await filled(t);
      const after = planWith({
        invoice: rowsOf('invoice', {
          size: '| size | int64 | default 9007199254740993 |',
          memo: '| memo | string or null | |',
          made: '| made | date-time | assigned |',
          serial: '| serial | integer | assigned; unique with shop |',
        }),
        more: '### Tag\n\n| Field | Type | Constraints |\n| --- | --- | --- |\n| id | uuid | assigned |\n| invoice | ref Invoice | |',
      });
      const report = await migrated(address, after);
      assert.deepEqual(obstaclesOf(report), []);
      const found = await invoices(address, after);
      const { size, memo, made, serial } = found.get(idOf('inv', '12'))!;
      assert.deepEqual([size, memo, made, serial], [9007199254740993n, null, '2026-11-01T00:00:00.000Z', 2]);
      assert.deepEqual(
        [...found.values()].map((record) => record.serial),
        [1, 2, 1, 2],
      );
      const next = await withStore(address, after, (store) =>
        store.write(async (part) => ({ result: await part.next('Invoice', 'serial', ['north']), undo: true })),
      );
      assert.equal(next, 3);
    });

    test('a required field that nobody can work out is refused where there are records', async (t) => {
      const place = await filled(t);
      const after = planWith({ customer: rowsOf('customer', { name: '| name | string | required |' }) });
      assert.deepEqual(await refused(place, after), ['2 Customer.name is required cus_00 cus_01']);
    });

    test('a field that becomes a state is checked, a new one has its default at its first state', async (t) => {
      const { address } = await filled(t, { states: ['| draft | initial |', '| open | |', '| void | final |'] });
      const after = planWith({
        invoice: rowsOf('invoice', {
          note: '| note | string | |',
          kind: '| kind | one of a, b | default a |',
        }),
      });
      assert.equal((await migrated(address, after)).done, true);
      assert.equal((await invoices(address, after)).get(idOf('inv', '01'))!.kind, 'a');
    });

    test('a dry run changes nothing and says the same', async (t) => {
      const { address, before } = await filled(t);
      const after = planWith({ invoice: rowsOf('invoice', { more: '| more | integer | default 1 |' }) });
      const dry = await migrated(address, after, { dryRun: true });
      assert.equal(dry.done, false);
      assert.equal((await invoices(address, before)).size, 4);
      const real = await migrated(address, after);
      assert.deepEqual({ ...dry, done: true }, real);
    });

    test('sequences count on when their field or resource has another name', async (t) => {
      const changing = {
        invoice: rowsOf('invoice', { number: '| number | integer | assigned; unique with shop |' }),
      };
      const place = await fresh(t);
      const before = planWith(changing);
      await keepRecords(place.address, before, []);
      const take = (plan: Plan, field: string) =>
        withStore(place.address, plan, (store) =>
          store.write(async (part) => ({ result: await part.next('Invoice', field, ['north']), undo: false })),
        );
      assert.equal(await take(before, 'number'), 1);
      const after = planWith({
        invoice: rowsOf('invoice', { number: '| serial | integer | assigned; unique with shop |' }),
      });
      await migrated(place.address, after, { renames: ['Invoice.number=Invoice.serial'] });
      // a command that was killed after its commit is run again as it is
      const again = await migrated(place.address, after, { renames: ['Invoice.number=Invoice.serial'] });
      assert.deepEqual([again.done, again.tables], [true, []]);
      assert.equal(await take(after, 'serial'), 2);
    });
  });
}

async function migratedProblem(address: string, plan: Plan, rename: string): Promise<string | undefined> {
  return migrated(address, plan, { renames: [rename] }).then(
    () => undefined,
    (error: Error) => error.message,
  );
}
