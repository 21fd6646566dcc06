import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Plan } from '../plan/plan.ts';
import {
  type Changing,
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
} from './migration.fixture.ts';
import { StoreMisfit } from './problem.ts';

/** A database of a test's own: its address, and a way to change it by hand. */
export interface MigrationPlace {
  readonly address: string;
  byHand(sql: string): Promise<void>;
}

type Filled = MigrationPlace & { readonly before: Plan };
type Values = Readonly<Record<string, unknown>>;

const versions = (rows: string): string =>
  `| Version | Status | Released |\n| --- | --- | --- |\n| 2 | current | 2026-05-01 |\n| 1 | supported | 2026-01-01 |\n
| Placed in | Name | When absent |\n| --- | --- | --- |\n| header | Api-Version | current |\n
| Version | Change | Where | Before |\n| --- | --- | --- | --- |\n${rows}`;

const older =
  '| Version | Change | Where | Before | Older callers | Older requests |\n| --- | --- | --- | --- | --- | --- |';

/** Versions, newest first, and rows of Changes that say what older callers see and send. */
const listed = ([newest, ...others]: readonly string[], rows: readonly string[] = []): string =>
  [
    '| Version | Status |\n| --- | --- |',
    `| ${newest} | current |`,
    ...others.map((name) => `| ${name} | retired |`),
    '\n| Placed in | Name | When absent |\n| --- | --- | --- |\n| header | Api-Version | current |',
    ...(rows.length === 0 ? [] : ['', older, ...rows]),
  ].join('\n');

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
      const after = planWith({ invoice: rowsOf('invoice', { total: '| total | integer | | = `size(lines)` |' }) });
      await assert.rejects(
        withStore(address, after, async () => undefined),
        (error: Error) => error instanceof StoreMisfit && /work out `total` again/.test(error.message),
      );
      assert.equal((await migrated(address, after)).done, true);
      assert.equal((await invoices(address, after)).get(idOf('inv', '11'))!.total, 2);
      assert.deepEqual((await migrated(address, after)).tables, []);
    });

    test('a rename keeps the data: of a field, a member, a resource, a state', async (t) => {
      const { address } = await filled(t);
      const after = planWith({
        invoice: rowsOf('invoice', { note: '| memo | string | | |' }),
        line: rowsOf('line', { text: '| words | string | | |' }),
        versioning: versions(
          '| 2 | renamed | Invoice.memo | note |\n| 2 | renamed | Line.words | text |\n| 2 | renamed | Invoice.status sent | open |',
        ),
        states: ['| draft | initial |', '| sent | |', '| void | final |'],
        transitions: ['| draft | send | sent | code |', '| sent | drop | void | code |'],
      });
      const report = await migrated(address, after);
      assert.deepEqual(obstaclesOf(report), []);
      assert.ok(stepsOf(report).includes('Invoice: rename `note` to `memo`: its values stay'));
      const found = await invoices(address, after);
      assert.equal(found.get(idOf('inv', '11'))!.memo, '117');
      assert.equal(found.get(idOf('inv', '12'))!.status, 'sent');
      assert.deepEqual(found.get(idOf('inv', '01'))!.lines, [{ words: 'paper', price: 3 }, { price: 4 }]);
    });

    test('a rename on the command line keeps the data, two fields may change names', async (t) => {
      const place = await filled(t);
      const rows = { email: '| shop2 | string | email | |', shop: '| shop | string | | assigned from caller.shop |' };
      const after = planWith({ customer: rowsOf('customer', rows) });
      assert.match(
        (await migratedProblem(place.address, after, 'Customer.mail=Customer.shop2')) ?? '',
        /no field `mail`.*`email`/s,
      );
      const report = await migrated(place.address, after, { renames: ['Customer.email=Customer.shop2'] });
      assert.equal(report.done, true);
      const customers = (await recordsOf(place.address, after, 'Customer')) as [unknown, Values][];
      assert.deepEqual(
        customers.map(([, one]) => one.shop2),
        ['north@example.com', 'south@example.com'],
      );
    });

    test('a removed field or table is refused with the number of its values, and goes where that is allowed', async (t) => {
      const place = await filled(t);
      const after = planWith({ invoice: rowsOf('invoice', { note: undefined, number: undefined }) });
      assert.deepEqual(await refused(place, after), [
        '2 Invoice.number would be lost; allow it with --allow-loss Invoice.number',
        '4 Invoice.note would be lost; allow it with --allow-loss Invoice.note',
      ]);
      assert.equal((await refused(place, after, { allowLoss: ['Invoice.note'] })).length, 1);
      const report = await migrated(place.address, after, { allowLoss: ['Invoice.note', 'Invoice.number'] });
      assert.equal(report.done, true);
      assert.equal('note' in (await invoices(place.address, after)).get(idOf('inv', '01'))!, false);
    });

    test('a field of a type that holds no longer every value is refused with the number of those', async (t) => {
      const place = await filled(t);
      const after = planWith({ invoice: rowsOf('invoice', { note: '| note | integer | | |' }) });
      assert.deepEqual(await refused(place, after), [
        '2 Invoice.note cannot be turned into the new type without loss inv_02 inv_12',
      ]);
      const wide = planWith({ invoice: rowsOf('invoice', { number: '| number | string | | read-only |' }) });
      assert.equal((await migrated(place.address, wide)).done, true);
      assert.equal((await invoices(place.address, wide)).get(idOf('inv', '12'))!.number, '2');
    });

    test('closer constraints are refused with the number of records that break them', async (t) => {
      const place = await filled(t);
      const after = planWith({ invoice: rowsOf('invoice', { note: '| note | string | | 2.. characters |' }) });
      assert.match(
        (await refused(place, after)).join(),
        /^2 Invoice\.note must have at least 2 characters inv_02 inv_12$/,
      );
      const wider = planWith({ invoice: rowsOf('invoice', { note: '| note | string | | 1.. characters |' }) });
      assert.equal((await migrated(place.address, wider)).done, true);
    });

    test('a state that goes while records are in it is refused with their number', async (t) => {
      const place = await filled(t);
      const after = planWith({
        states: ['| draft | initial |', '| void | final |'],
        transitions: ['| draft | drop | void | code |'],
      });
      assert.deepEqual(await refused(place, after), [
        '2 Invoice.status the state `open` is no longer there inv_02 inv_12',
      ]);
      const renamed = await migrated(place.address, after, { renames: ['Invoice.status open=Invoice.status void'] });
      assert.equal(renamed.done, true);
      assert.equal((await invoices(place.address, after)).get(idOf('inv', '02'))!.status, 'void');
    });

    test('a value removed becomes the one that its row names: a state, a value, those of lists and of objects', async (t) => {
      const place = await fresh(t);
      const rows = (values: string): Changing => ({
        invoice: rowsOf('invoice', {
          kind: `| kind | one of ${values} | | |`,
          tags: `| tags | (one of ${values})[] | | |`,
        }),
        line: rowsOf('line', { kind: `| kind | one of ${values} | | |` }),
      });
      const before = planWith({ ...rows('goods, services, other'), versioning: listed(['1']) });
      const records = twoShops.map(([resource, { lines: _, ...record }]) => {
        const kinds = {
          kind: 'services',
          tags: ['goods', 'services', 'other'],
          lines: [{ price: 7, kind: 'services' }],
        };
        return [resource, resource === 'Invoice' ? { ...record, ...kinds } : record] as const;
      });
      await keepRecords(place.address, before, records);
      const wheres = ['Invoice.kind', 'Invoice.tags', 'Line.kind'];
      const changes = [
        ...wheres.map((where) => `| 3 | renamed | ${where} rest | other | | |`),
        '| 2 | value removed | Invoice.status open | | as draft | |',
        ...wheres.map((where) => `| 2 | value removed | ${where} services | | as other | |`),
      ];
      const after = planWith({
        ...rows('goods, rest'),
        states: ['| draft | initial |', '| void | final |'],
        transitions: ['| draft | drop | void | code |'],
        versioning: listed(['3', '2', '1'], changes),
      });
      const dry = await migrated(place.address, after, { dryRun: true });
      const report = await migrated(place.address, after);
      assert.deepEqual({ ...dry, done: true }, report);
      const counted = report.tables.flatMap(({ steps }) =>
        steps.flatMap(({ conversion, records: of }) => (conversion === undefined ? [] : [`${conversion}: ${of}`])),
      );
      assert.deepEqual(counted, [
        'Invoice.status open: 2',
        'Invoice.kind services: 4',
        'Invoice.kind other: 0',
        'Invoice.tags services: 4',
        'Invoice.tags other: 4',
      ]);
      for (const [id, record] of await invoices(place.address, after)) {
        const { status, kind, tags, lines } = record;
        assert.deepEqual([status, kind, tags], ['draft', 'rest', ['goods', 'rest', 'rest']], String(id));
        assert.deepEqual(lines, [{ price: 7, kind: 'rest' }]);
      }
      assert.deepEqual((await migrated(place.address, after)).tables, []);
    });

    test('stored values are converted as Older requests say: once, over several versions, inside lists, in every shop', async (t) => {
      const place = await fresh(t);
      const before = planWith({
        invoice: rowsOf('invoice', {
          weight: '| weight | number | | |',
          first: '| first | string | | |',
          last: '| last | string | | |',
          total: '| total | integer | | = `size(lines)` |',
        }),
        line: rowsOf('line', { price: '| price | string | | |' }),
        versioning: listed(['1']),
      });
      const weights = [2, 0.5, undefined, 3];
      const records = twoShops.map(([resource, { lines: _, ...record }], at) => {
        if (resource !== 'Invoice') return [resource, record] as const;
        const weight = weights[at - 1 - Number(at > 2)];
        const price = String(at);
        return [resource, { ...record, weight, first: 'Ada', last: 'L', lines: [{ price }], total: 1 }] as const;
      });
      await keepRecords(place.address, before, records as typeof twoShops);
      const rows = [
        '| 3 | type | Invoice.mass | integer | = `int(mass)` | = `string(input.mass) + " g"` |',
        '| 2 | renamed | Invoice.mass | weight | | |',
        '| 2 | type | Invoice.mass | number | = `double(mass) / 1000.0` | = `int(input.weight * 1000.0)` |',
        '| 2 | type | Line.price | string | = `string(price)` | = `int(input.price)` |',
        '| 2 | removed | Invoice.first | string | = `name` | = `input.first + " " + input.last` |',
        '| 2 | removed | Invoice.last | string | default "" | ignored |',
        '| 2 | added | Invoice.name | | absent | |',
      ];
      const changing = {
        invoice: rowsOf('invoice', { mass: '| mass | string | | |', name: '| name | string | | |' }),
        line: rowsOf('line', {}),
      };
      const after = planWith({ ...changing, versioning: listed(['3', '2', '1'], rows) });
      assert.deepEqual(await refused({ ...place, before }, after), [
        '4 Invoice.last would be lost; allow it with --allow-loss Invoice.last',
      ]);
      const asked = { allowLoss: ['Invoice.last'] };
      const dry = await migrated(place.address, after, { ...asked, dryRun: true });
      const report = await migrated(place.address, after, asked);
      assert.deepEqual({ ...dry, done: true }, report);
      const conversions = report.tables.flatMap(({ steps }) => steps.filter(({ kind }) => kind === 'convert'));
      assert.deepEqual(conversions.map(({ words, records: of }) => `${words}: ${of}`).toSorted(), [
        'convert `Invoice.first` to `name`, as its row of version 2 says: 4',
        'convert `Invoice.mass`, as its row of version 3 says: 3',
        'convert `Invoice.weight` to `mass`, as its row of version 2 says: 3',
        'convert `Line.price`, as its row of version 2 says: 4',
      ]);
      const shown = async (): Promise<unknown> =>
        [...(await invoices(place.address, after)).values()].map(({ mass, name: of, total, lines }) => [
          mass,
          of,
          total,
          lines,
        ]);
      const expected = ['2000 g', '500 g', undefined, '3000 g'].map((mass, at) => {
        const number = at + 1 + Number(at > 1);
        return [mass, 'Ada L', number, [{ price: number }]];
      });
      assert.deepEqual(await shown(), expected);
      assert.deepEqual((await migrated(place.address, after)).tables, []);
      const newer = planWith({ ...changing, versioning: listed(['4', '3', '2', '1'], rows) });
      assert.deepEqual((await migrated(place.address, newer)).tables, []);
      assert.deepEqual(await shown(), expected, 'a conversion that was done is not done again');
    });

    test('values of one type are converted into others of it, and one that cannot be is named with its row', async (t) => {
      const place = await fresh(t);
      const invoice = rowsOf('invoice', {});
      const before = planWith({ invoice, versioning: listed(['1']) });
      await keepRecords(place.address, before, twoShops);
      const after = (expression: string, versions = ['2', '1']): Plan => {
        const row = `| 2 | type | Invoice.number | integer | = \`number / 10\` | = \`${expression}\` |`;
        return planWith({ invoice, versioning: listed(versions, [row]) });
      };
      const failing = after('100 / (input.number - 2)');
      const [problem = ''] = await refused({ ...place, before }, failing);
      assert.match(
        problem,
        /^1 Invoice\.number cannot be converted as the row of `Invoice\.number` in version 2 says \(line \d+\) inv_12: 2$/,
      );
      await assert.rejects(
        withStore(place.address, after('input.number * 10'), async () => undefined),
        StoreMisfit,
      );
      assert.equal((await migrated(place.address, after('input.number * 10'))).done, true);
      for (const plan of [
        after('input.number * 10'),
        after('input.number * 11'),
        after('input.number * 10', ['3', '2', '1']),
      ]) {
        assert.deepEqual((await migrated(place.address, plan)).tables, []);
        const found = await invoices(place.address, plan);
        assert.deepEqual([found.get(idOf('inv', '02'))!.number, found.get(idOf('inv', '12'))!.number], [10, 20]);
      }
    });

    test('unique values are asked of the records that are there, of each tenant apart', async (t) => {
      const place = await filled(t);
      const bad = planWith({ invoice: rowsOf('invoice', { note: '| note | string | | unique |' }) });
      assert.deepEqual(await refused(place, bad), ['1 Invoice.note holds the same as another record inv_12']);
      const good = planWith({ invoice: rowsOf('invoice', { note: '| note | string | | unique with shop |' }) });
      assert.equal((await migrated(place.address, good)).done, true);
    });

    test('added fields get what the document states: default, null, a state and its moment, the moment, a number', async (t) => {
      const { address } = await filled(t);
      const after = planWith({
        invoice: rowsOf('invoice', {
          size: '| size | integer | int64 | default 9007199254740993 |',
          memo: '| memo | string or null | | |',
          made: '| made | string | date-time | assigned |',
          serial: '| serial | integer | | assigned; unique with shop |',
        }),
        more: '### Tag\n\n| Field | Type | Format | Constraints |\n| --- | --- | --- | --- |\n| id | string | uuid | assigned |\n| invoice | ref Invoice | | |',
      });
      const report = await migrated(address, after);
      assert.deepEqual(obstaclesOf(report), []);
      const found = await invoices(address, after);
      const { size, memo, made, serial } = found.get(idOf('inv', '12'))!;
      assert.deepEqual([size, memo, made, serial], [9007199254740993n, null, '2026-11-01T00:00:00.000Z', 2]);
      assert.deepEqual(
        [...found.values()].map((one) => one.serial),
        [1, 2, 1, 2],
      );
      const next = await withStore(address, after, (store) =>
        store.write(async (part) => ({ result: await part.next('Invoice', 'serial', ['north']), undo: true })),
      );
      assert.equal(next, 3);
    });

    test('a required field that nobody can work out is refused where there are records', async (t) => {
      const place = await filled(t);
      const after = planWith({ customer: rowsOf('customer', { name: '| name | string | | required |' }) });
      assert.deepEqual(await refused(place, after), ['2 Customer.name must be given cus_00 cus_01']);
    });

    test('a field that becomes a state is checked, a new one has its default at its first state', async (t) => {
      const { address } = await filled(t, { states: ['| draft | initial |', '| open | |', '| void | final |'] });
      const after = planWith({
        invoice: rowsOf('invoice', {
          note: '| note | string | | |',
          kind: '| kind | one of a, b | | default a |',
        }),
      });
      assert.equal((await migrated(address, after)).done, true);
      assert.equal((await invoices(address, after)).get(idOf('inv', '01'))!.kind, 'a');
    });

    test('a dry run changes nothing and says the same', async (t) => {
      const { address, before } = await filled(t);
      const after = planWith({ invoice: rowsOf('invoice', { more: '| more | integer | | default 1 |' }) });
      const dry = await migrated(address, after, { dryRun: true });
      assert.equal(dry.done, false);
      assert.equal((await invoices(address, before)).size, 4);
      const real = await migrated(address, after);
      assert.deepEqual({ ...dry, done: true }, real);
    });

    test('sequences count on when their field or resource has another name', async (t) => {
      const changing = {
        invoice: rowsOf('invoice', { number: '| number | integer | | assigned; unique with shop |' }),
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
        invoice: rowsOf('invoice', { number: '| serial | integer | | assigned; unique with shop |' }),
      });
      await migrated(place.address, after, { renames: ['Invoice.number=Invoice.serial'] });
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
