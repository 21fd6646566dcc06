import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { RecordValue } from '../../contracts/record.ts';
import type { Plan } from '../../plan/plan.ts';
import { openMigration } from '../index.ts';
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
import { migrate } from '../migration.ts';
import { SchemaMismatchError } from '../store-error.ts';
import type { MigrationPlace } from '../suites/migration.suite.ts';
import { testHost } from '../suites/surroundings.suite.ts';

async function invoices(address: string, plan: Plan): Promise<Map<unknown, RecordValue>> {
  const all = (await recordsOf(address, plan, 'Invoice')) as [number[], RecordValue][];
  return new Map(all.map(([, record]) => [record.id, record]));
}

/** Refused: says why, and leaves the records as they were. */
async function refused(address: string, before: Plan, plan: Plan): Promise<readonly string[]> {
  const was = await recordsOf(address, before, 'Invoice');
  const report = await migrated(address, plan);
  assert.equal(report.done, false);
  assert.deepEqual(await recordsOf(address, before, 'Invoice'), was);
  return obstaclesOf(report);
}

/** Rows of Changes convert the stored records of two shops. */
export function convertedSuite(name: string, fresh: (test: TestContext) => Promise<MigrationPlace>): void {
  describe(`records of ${name} that rows of Changes convert`, () => {
    test('a value removed becomes the one that its row names: a state, a value, those of lists and of objects', async (t) => {
      const place = await fresh(t);
      const rows = (values: string): Changing => ({
        invoice: rowsOf('invoice', {
          kind: `| kind | one of ${values} | |`,
          tags: `| tags | (one of ${values})[] | |`,
        }),
        line: rowsOf('line', { kind: `| kind | one of ${values} | |` }),
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
        transitions: ['| draft | drop | void | handler |'],
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

    test('stored values are converted as Old requests say: once, over several versions, inside lists, in every shop', async (t) => {
      const place = await fresh(t);
      const before = planWith({
        invoice: rowsOf('invoice', {
          weight: '| weight | number | |',
          best: '| best | Line | |',
          first: '| first | string | |',
          last: '| last | string | |',
          total: '| total | integer | = `size(lines)` |',
        }),
        line: rowsOf('line', { price: '| price | string | |' }),
        versioning: listed(['1']),
      });
      const weights = [2, 0.5, undefined, 3];
      const records = twoShops.map(([resource, { lines: _, ...record }], at) => {
        if (resource !== 'Invoice') return [resource, record] as const;
        const weight = weights[at - 1 - Number(at > 2)];
        const price = String(at);
        return [
          resource,
          { ...record, weight, first: 'Ada', last: 'L', best: { price }, lines: [{ price }], total: 1 },
        ] as const;
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
        invoice: rowsOf('invoice', {
          mass: '| mass | string | |',
          best: '| best | Line | |',
          name: '| name | string | |',
        }),
        line: rowsOf('line', {}),
      };
      const after = planWith({ ...changing, versioning: listed(['3', '2', '1'], rows) });
      assert.deepEqual(await refused(place.address, before, after), [
        '4 Invoice.last would be lost; allow it with --allow-data-loss Invoice.last',
      ]);
      const asked = { allowDataLoss: ['Invoice.last'] };
      const dry = await migrated(place.address, after, { ...asked, dryRun: true });
      const report = await migrated(place.address, after, asked);
      assert.deepEqual({ ...dry, done: true }, report);
      assert.ok(stepsOf(report).includes('Invoice: rename `weight` to `mass`: its values are converted'));
      const conversions = report.tables.flatMap(({ steps }) => steps.filter(({ kind }) => kind === 'convert'));
      assert.deepEqual(conversions.map(({ words, records: of }) => `${words}: ${of}`).toSorted(), [
        'convert `Invoice.first` to `name`, as its row of version 2 says: 4',
        'convert `Invoice.mass`, as its row of version 3 says: 3',
        'convert `Invoice.weight` to `mass`, as its row of version 2 says: 3',
        'convert `Line.price`, as its row of version 2 says: 4',
      ]);
      const shown = async (): Promise<unknown> =>
        [...(await invoices(place.address, after)).values()].map(({ mass, name: of, total, best, lines }) => [
          mass,
          of,
          total,
          best,
          lines,
        ]);
      const expected = ['2000 g', '500 g', undefined, '3000 g'].map((mass, at) => {
        const number = at + 1 + Number(at > 1);
        return [mass, 'Ada L', number, { price: number }, [{ price: number }]];
      });
      assert.deepEqual(await shown(), expected);
      assert.deepEqual((await migrated(place.address, after)).tables, []);
      const newer = planWith({ ...changing, versioning: listed(['4', '3', '2', '1'], rows) });
      assert.deepEqual((await migrated(place.address, newer)).tables, []);
      assert.deepEqual(await shown(), expected, 'a conversion that was done is not done again');
    });

    test('a field that was split and fields that were joined are converted, inside objects too, and nothing of them is lost', async (t) => {
      const place = await fresh(t);
      const before = planWith({
        invoice: rowsOf('invoice', {
          minutes: '| minutes | integer | |',
          first: '| first | string | |',
          last: '| last | string | |',
        }),
        line: rowsOf('line', { minutes: '| minutes | integer | |' }),
        versioning: listed(['1']),
      });
      const times = [130, undefined, 61, 5];
      const records = twoShops.map(([resource, { lines: _, ...record }], at) => {
        if (resource !== 'Invoice') return [resource, record] as const;
        const minutes = times[at - 1 - Number(at > 2)];
        const lines = [{ price: 1, minutes }];
        return [resource, { ...record, minutes, first: 'Ada', ...(at > 2 ? { last: 'L' } : {}), lines }] as const;
      });
      await keepRecords(place.address, before, records as typeof twoShops);
      const halves = ['hours | integer | |', 'rest | integer | |'];
      const rows = [
        '| 2 | added | Invoice.hours | | | = `input.minutes / 60` |',
        '| 2 | added | Invoice.rest | | | = `input.minutes % 60` |',
        '| 2 | removed | Invoice.minutes | integer | = `hours * 60 + rest` | |',
        '| 2 | added | Invoice.name | | | = `input.first + (has(input.last) ? " " + input.last : "")` |',
        '| 2 | removed | Invoice.first | string | = `name` | |',
        '| 2 | removed | Invoice.last | string | | |',
        '| 2 | added | Invoice.kind | | | default goods |',
        '| 2 | added | Line.hours | | | = `input.minutes / 60` |',
        '| 2 | removed | Line.minutes | integer | = `hours * 60` | |',
      ];
      const after = planWith({
        invoice: rowsOf('invoice', {
          hours: `| ${halves[0]}`,
          rest: `| ${halves[1]}`,
          name: '| name | string | |',
          kind: '| kind | string | |',
        }),
        line: rowsOf('line', { hours: '| hours | integer | |' }),
        versioning: listed(['2', '1'], rows),
      });
      const report = await migrated(place.address, after);
      assert.deepEqual(obstaclesOf(report), []);
      const conversions = report.tables.flatMap(({ steps }) => steps.filter(({ kind }) => kind === 'convert'));
      assert.deepEqual(conversions.map(({ words, records: of }) => `${words}: ${of}`).toSorted(), [
        'give `Invoice.kind` a value where it has none, as its row of version 2 says: 4',
        'make `Invoice.hours` of `minutes`, as its row of version 2 says: 3',
        'make `Invoice.name` of `first` and `last`, as its row of version 2 says: 4',
        'make `Invoice.rest` of `minutes`, as its row of version 2 says: 3',
        'make `Line.hours` of `minutes`, as its row of version 2 says: 3',
      ]);
      const shown = async (): Promise<unknown> =>
        [...(await invoices(place.address, after)).values()].map((record) => [
          record.hours,
          record.rest,
          record.name,
          record.kind,
        ]);
      const expected = [
        [2, 10, 'Ada', 'goods'],
        [undefined, undefined, 'Ada', 'goods'],
        [1, 1, 'Ada L', 'goods'],
        [0, 5, 'Ada L', 'goods'],
      ];
      assert.deepEqual(await shown(), expected);
      assert.deepEqual((await invoices(place.address, after)).get(idOf('inv', '01'))?.lines, [{ price: 1, hours: 2 }]);
      assert.deepEqual((await migrated(place.address, after)).tables, []);
      assert.deepEqual(await shown(), expected);
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
      const [problem = ''] = await refused(place.address, before, failing);
      assert.match(
        problem,
        /^1 Invoice\.number cannot be converted as the row of `Invoice\.number` in version 2 says \(line \d+\) inv_12: 2$/,
      );
      await assert.rejects(
        withStore(place.address, after('input.number * 10'), async () => undefined),
        SchemaMismatchError,
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

    test('a field that became internal keeps its values, inside objects too, while other rows convert', async (t) => {
      const place = await fresh(t);
      const rows = (internal: string): Changing => ({
        invoice: rowsOf('invoice', { secret: `| secret | string | ${internal} |` }),
        line: rowsOf('line', { price: '| price | integer | |', secret: `| secret | string | ${internal} |` }),
      });
      const before = planWith({ ...rows(''), versioning: listed(['1']) });
      const records = twoShops.map(([resource, record]) => {
        const lines = [{ price: 7, secret: 'inner' }];
        return [resource, resource === 'Invoice' ? { ...record, secret: 'own', lines } : record] as const;
      });
      await keepRecords(place.address, before, records);
      const after = planWith({
        ...rows('internal'),
        versioning: listed(
          ['2', '1'],
          [
            '| 2 | removed | Invoice.secret | string | = `secret` | ignored |',
            '| 2 | removed | Line.secret | string | | refused |',
            '| 2 | type | Line.price | integer | = `price / 10` | = `input.price * 10` |',
          ],
        ),
      });
      const report = await migrated(place.address, after);
      assert.equal(report.done, true, obstaclesOf(report).join('; '));
      const found = [...(await invoices(place.address, after)).values()];
      assert.ok(found.length > 2);
      for (const { secret, lines } of found) {
        assert.equal(secret, 'own');
        assert.deepEqual(lines, [{ price: 70, secret: 'inner' }]);
      }
    });

    test('an interrupted conversion leaves the older values, the older document is refused behind one that was done', async (t) => {
      const place = await fresh(t);
      const invoice = rowsOf('invoice', {});
      const before = planWith({ invoice, versioning: listed(['1']) });
      await keepRecords(place.address, before, twoShops);
      const row = '| 2 | type | Invoice.number | integer | = `number / 10` | = `input.number * 10` |';
      const after = planWith({ invoice, versioning: listed(['2', '1'], [row]) });
      const store = (await openMigration(place.address))!;
      const keep = store.keep.bind(store);
      const asked = { platform: testHost, renames: [], allowDataLoss: [], dryRun: false };
      store.keep = (name, value) => {
        if (name === 'plan') throw new Error('interrupted');
        return keep(name, value);
      };
      await assert.rejects(migrate(store, after, asked), /interrupted/);
      await store.close();
      const numbers = async (plan: Plan): Promise<unknown> =>
        [...(await invoices(place.address, plan)).values()].flatMap(({ number }) => number ?? []);
      assert.deepEqual(await numbers(before), [1, 2]);
      assert.equal((await migrated(place.address, after)).done, true);
      assert.deepEqual(await numbers(after), [10, 20]);
      await assert.rejects(
        numbers(before),
        /The database \S+ does not fit the document. Its records have version 2, which \S+ does not list. Rows of Changes converted /,
      );
      await assert.rejects(
        migrated(place.address, before),
        / cannot be migrated to this document. .*Invoice\.number, and Nonet does not convert them back. Use a document that lists version 2, or a backup\./,
      );
    });

    test('a row that is added to the version that the store has converts to another type only', async (t) => {
      const place = await fresh(t);
      const versioning = (...rows: string[]): string =>
        listed(['2', '1'], ['| 2 | renamed | Invoice.serial | number | | |', ...rows]);
      const serial = (type: string): readonly string[] =>
        rowsOf('invoice', { number: `| serial | ${type} | read-only |` });
      const before = planWith({ invoice: serial('integer'), versioning: versioning() });
      const records = twoShops.map(([resource, { number: held, ...record }]) => {
        return [resource, held === undefined ? record : { ...record, serial: held }] as const;
      });
      await keepRecords(place.address, before, records);
      const same = '| 2 | type | Invoice.serial | integer | = `serial / 10` | = `input.number * 10` |';
      const done = planWith({ invoice: serial('integer'), versioning: versioning(same) });
      assert.deepEqual((await migrated(place.address, done)).tables, []);
      const other = '| 2 | type | Invoice.serial | integer | = `int(serial)` | = `"no. " + string(input.number)` |';
      const after = planWith({ invoice: serial('string'), versioning: versioning(other) });
      await migrated(place.address, before);
      assert.equal((await migrated(place.address, after)).done, true);
      const found = [...(await invoices(place.address, after)).values()].flatMap((record) => record.serial ?? []);
      assert.deepEqual(found, ['no. 1', 'no. 2']);
    });
  });
}
