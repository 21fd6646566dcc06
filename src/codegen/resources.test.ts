import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Draft, FieldError } from '../contracts/record.ts';
import { listRowCells } from '../plan/records/row.ts';
import { compile } from './compile.ts';
import { parseJson } from './json.ts';
import { everySort, givenOf, planFor } from './plan.fixture.ts';

const plan = planFor(everySort);
const compiled = compile(plan);
const thing = compiled.resources.get('Thing')!;
const operation = (name: string) =>
  [...compiled.operations].find((compiledOperation) => compiledOperation.plan.name === name)!;
const id = 'thi_01k8z7rqa0faw8vvg14d2pf2db';
const small = (): Draft => ({
  id,
  owner: null,
  state: 'new',
  label: 'ab',
  code: null,
  big: 5n,
  ratio: null,
  flag: false,
  size: 'small',
  some: null,
});

const label = fc.string({
  unit: fc.constantFrom('a', '"', '\\', 'ü', '😀', '\n', '\u007f'),
  minLength: 2,
  maxLength: 5,
});
const long = fc.bigInt({ min: -(2n ** 62n), max: 9007199254740993n });
const body = fc
  .record(
    {
      owner: fc.option(fc.integer()),
      label,
      code: fc.constantFrom(null, 'a_b', 'Z9'),
      count: fc.integer({ min: 0, max: 5 }).map((n) => n * 2),
      big: long,
      ratio: fc.constantFrom(null, 0.5, 0.7, 2.5),
      price: fc.constantFrom('0', '100.50', '33.25'),
      flag: fc.boolean(),
      size: fc.constantFrom('small', 'large'),
      at: fc.constantFrom('2026-11-01T09:00:00Z', '0001-01-01T00:00:00.5Z', '2026-11-01T09:00:00.123456-03:30'),
      blob: fc.constantFrom('', 'aGk='),
      tags: fc.constantFrom([], ['a'], ['a', 'b"']),
      sizes: fc.constantFrom({}, { a: 9007199254740993n }, { 'a"': 1n, __x: 2n }),
      free: fc
        .dictionary(fc.string(), fc.jsonValue())
        .filter((record) => JSON.stringify(record).isWellFormed() && !JSON.stringify(record).includes('\\u')),
      some: fc.constantFrom(null, 1, 'x', [1, null]),
      place: fc.constantFrom(
        { city: 'a' },
        { zip: null, city: 'ü', inner: { x: 1.5 }, level: 9007199254740993n, key: 'k' },
      ),
      pay: fc.constantFrom({ kind: 'card', number: '1', cents: 3n }, { coins: 2, kind: 'cash' }),
    },
    { requiredKeys: ['label', 'big'] },
  )
  .map((record) =>
    JSON.stringify(record, (_, value: unknown) =>
      typeof value === 'bigint'
        ? (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(String(value))
        : value,
    ),
  );

function recordOf(text: string): Draft {
  const parsed = parseJson(text);
  assert.ok('value' in parsed);
  const fieldErrors: FieldError[] = [];
  const record: Draft = { id, state: 'new', ...operation('create Thing').input!(parsed.value, fieldErrors, {}) };
  thing.compute(record, fieldErrors);
  thing.validate(record, fieldErrors);
  assert.deepEqual(fieldErrors, []);
  return record;
}

test('any valid body is stored and read back the same, and shown the same from its row and from its record', () => {
  const [read] = operation('read Thing').responses;
  const list = operation('list Thing').responses[0]!;
  const roles = { nextCursor: 'a"b', previousCursor: null, totalCount: 3, hasMore: true };
  fc.assert(
    fc.property(body, (text) => {
      const record = recordOf(text);
      const row = thing.toRow(record, 3, [17]);
      assert.equal(row.length, listRowCells(thing.plan).length);
      assert.deepEqual(row.slice(0, 2), [3, 17]);
      const back = thing.toRecord(row);
      assert.ok(thing.same(back, record));
      assert.deepEqual(thing.toRow(back, 3, [17]), row);
      const fieldErrors: FieldError[] = [];
      thing.validate(back, fieldErrors);
      assert.deepEqual(fieldErrors, []);
      const shown = read!.fromRow!(row);
      assert.equal(read!.body!(givenOf({ after: record }), roles), shown);
      assert.equal(read!.body!(givenOf({ before: back }), roles), shown);
      JSON.parse(shown);
      const page = JSON.parse(list.body!(givenOf({ rows: [row, row] }), roles));
      assert.equal(page.data.length, 2);
      assert.equal(page.next, 'a"b');
      assert.equal(page.more, true);
      assert.equal(page.data[0].link, `https://example.com/api/things/${id}`);
    }),
    { numRuns: 200 },
  );
});

test('a record that lacks or breaks something is told so, and a patch that was merged is brought into its kept form', () => {
  const fieldErrors: FieldError[] = [];
  thing.validate(
    { id, state: 'new', big: 1n, place: { zip: 'a' }, count: 3, pay: { kind: 'card', number: '1' } },
    fieldErrors,
  );
  assert.deepEqual(
    fieldErrors.map((fieldError) => `${fieldError.pointer} ${fieldError.problem}`),
    ['/label missing', '/count multiple of', '/place/city missing', '/pay/cents missing'],
  );
  const merged: Draft = { ...small(), pay: { kind: 'card', number: '1', cents: 7 } };
  const none: FieldError[] = [];
  thing.validate(merged, none);
  assert.deepEqual([none, merged.pay], [[], { kind: 'card', number: '1', cents: 7n }]);
});

test('a value that is the same in the stored record is not validated again, a list or an object is', () => {
  const stored = { ...small(), count: 3, place: { zip: 'a' } };
  const pointersOf = (record: Draft, before?: Draft, validated?: Draft): string[] => {
    const fieldErrors: FieldError[] = [];
    thing.validate(record, fieldErrors, before, validated);
    return fieldErrors.map(({ pointer }) => pointer!);
  };
  assert.deepEqual(pointersOf(stored), ['/count', '/place/city']);
  assert.deepEqual(pointersOf(stored, stored), ['/place/city']);
  assert.deepEqual(pointersOf({ ...stored, count: 5 }, stored), ['/count', '/place/city']);
  assert.deepEqual(pointersOf({ ...stored, label: undefined }, { ...stored, label: undefined }), [
    '/label',
    '/place/city',
  ]);
  assert.deepEqual(pointersOf(stored, undefined, { count: 3 }), ['/place/city']);
  assert.deepEqual(pointersOf(stored, undefined, stored), []);
});

test('a new record has each stored field, those that were not sent undefined', () => {
  const draft = thing.toDraft({ label: 'a', toString: 'b' });
  assert.deepEqual(Object.keys(draft), Object.keys(thing.toRecord(thing.toRow(small(), 1, [17]))));
  assert.deepEqual([draft.label, draft.big], ['a', undefined]);
});

test('records are the same when every field is', () => {
  const record = { ...small(), tags: ['a'], sizes: { a: 1n } };
  assert.ok(thing.same(record, { ...small(), tags: ['a'], sizes: { a: 1n } }));
  assert.ok(!thing.same(record, { ...record, tags: ['b'] }));
  assert.ok(!thing.same(record, { ...record, big: 6n }));
  assert.ok(thing.same({ ...record, count: undefined }, record));
});

test('computed fields are worked out, and overflow is told at the field', () => {
  const record = { ...small() };
  const fieldErrors: FieldError[] = [];
  thing.compute(record, fieldErrors);
  assert.equal((record as Draft).double, 10n);
  const most = { ...small(), big: 2n ** 62n };
  thing.compute(most, fieldErrors);
  assert.deepEqual(
    fieldErrors.map((fieldError) => fieldError.pointer),
    ['/double'],
  );
});

test('a computed field that a value of another type leaves without a value is absent, and the validation names that value', () => {
  const record: Draft = { ...small(), big: 'many' };
  const fieldErrors: FieldError[] = [];
  thing.compute(record, fieldErrors);
  assert.deepEqual([record.double, fieldErrors], [undefined, []]);
  thing.validate(record, fieldErrors);
  assert.ok(fieldErrors.some(({ pointer }) => pointer === '/big'));
});

test('rules see the record before, and none at creation', () => {
  const [named, kept] = thing.rules;
  const ctx = givenOf({});
  assert.equal(named!({ label: 'zzz' }, undefined, ctx), false);
  assert.equal(kept!({ label: 'ab' }, undefined, ctx), true);
  assert.equal(kept!({ label: 'ab' }, { label: 'cd' }, ctx), false);
});

const rows = thing.plan.machines[0]!.transitions.map(({ name }, at) => ({ name, ...thing.machines[0]!.rows[at]! }));
const rowNamed = (name: string) => rows.find((row) => row.name === name)!;
const noNumbers = () => assert.fail('no number is due');

test('a guard that fails is not true', () => {
  const { guard } = rowNamed('finish');
  assert.deepEqual(
    [guard(givenOf({}), { count: 4 }), guard(givenOf({}), { count: 2 }), guard(givenOf({}), {})],
    [true, false, false],
  );
});

test('right sides are worked out on the record before, then set together; objects on the way are made and copied', () => {
  const record = { ...small(), count: 8 };
  const after: Draft = { ...record };
  const fieldErrors: FieldError[] = [];
  rowNamed('finish').effect(givenOf({}), record, after, noNumbers, fieldErrors);
  assert.deepEqual(fieldErrors, []);
  assert.deepEqual([after.count, after.label, after.place], [4, '8', { inner: { x: 1.5 } }]);
  const shared = { city: 'a', inner: { x: 3 } };
  const other: Draft = { ...record, place: shared };
  rowNamed('finish').effect(givenOf({}), record, other, noNumbers, fieldErrors);
  assert.deepEqual(
    [other.place, shared],
    [
      { city: 'a', inner: { x: 1.5 } },
      { city: 'a', inner: { x: 3 } },
    ],
  );
});

test('when one right side fails nothing is set, and the field is told', () => {
  const after: Draft = { ...small(), count: 2 };
  const fieldErrors: FieldError[] = [];
  const done = rowNamed('tick').effect(givenOf({}), { ...after }, after, () => 5, fieldErrors);
  assert.equal(done, undefined);
  assert.equal(after.log, undefined);
  assert.deepEqual(
    fieldErrors.map((fieldError) => fieldError.pointer),
    ['/count'],
  );
});

test('numbers are taken once, only where their branch is reached, at once or later', async () => {
  const { effect } = rowNamed('mark');
  const asked: unknown[] = [];
  const take = (number: number) => (field: string, within: readonly unknown[]) => {
    asked.push([field, within]);
    return number;
  };
  const without: Draft = { ...small() };
  effect(givenOf({}), without, without, noNumbers, []);
  assert.equal(without.log, 0);
  const record = { ...small(), count: 2 };
  const now: Draft = { ...record };
  assert.equal(effect(givenOf({}), record, now, take(7), []), undefined);
  const later: Draft = { ...record };
  await effect(givenOf({}), record, later, async (...given) => take(8)(...given), []);
  assert.deepEqual(
    [now.log, later.log, asked],
    [
      7,
      8,
      [
        ['log', ['ab']],
        ['log', ['ab']],
      ],
    ],
  );
});
