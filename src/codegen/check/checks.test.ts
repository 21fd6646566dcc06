import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { FieldError } from '../../contracts/record.ts';
import { formats, types } from '../../parts/registry.ts';
import type { ValueSchema } from '../../plan/schema.ts';
import type { CheckMode } from '../check.ts';
import { createModuleText } from '../module.ts';
import { everySort, planFor } from '../plan.fixture.ts';
import { createChecks } from './checks.ts';

const plan = planFor(everySort);

function checkOf(
  schema: ValueSchema,
  mode: CheckMode = 'sent',
): (value: unknown) => { value: unknown; fieldErrors: FieldError[] } {
  const module = createModuleText();
  const name = createChecks(plan, module).of(schema, mode);
  module.link();
  return (value) => {
    const fieldErrors: FieldError[] = [];
    return { value: module.linked(name)(value, fieldErrors), fieldErrors };
  };
}

/** A copy of plain data; the reading of a form alone makes a file. */
function copy(value: unknown): unknown {
  const isClass = typeof value === 'object' && value !== null && value.constructor !== Object && !Array.isArray(value);
  return isClass ? value : structuredClone(value);
}

test('every case of every type is checked as its member says', () => {
  let count = 0;
  for (const type of types) {
    for (const { schema, right, wrong } of type.cases) {
      const check = checkOf(schema);
      for (const value of right) assert.deepEqual(check(copy(value)), { value, fieldErrors: [] });
      for (const value of wrong)
        assert.ok(check(structuredClone(value)).fieldErrors.length > 0, `${type.name} took ${JSON.stringify(value)}`);
      count += right.length + wrong.length;
    }
  }
  assert.ok(count > 20);
});

test('every right and wrong value of every format is checked as its member says', () => {
  for (const format of formats) {
    const argument = format.argument === undefined ? {} : { argument: 'inv' };
    const schema: ValueSchema = { type: format.base, format: { name: format.name, ...argument } };
    const check = checkOf(schema);
    for (const value of format.right)
      assert.deepEqual(check(value).fieldErrors, [], `${format.name} refused ${String(value)}`);
    for (const value of format.wrong)
      assert.equal(check(value).fieldErrors.length, 1, `${format.name} took ${String(value)}`);
  }
});

const line = 1;
const scalar: fc.Arbitrary<readonly [ValueSchema, fc.Arbitrary<unknown>, fc.Arbitrary<unknown>]> = fc.oneof(
  fc.tuple(fc.nat(20), fc.nat(20)).map(([a, b]) => {
    const [from, to] = [Math.min(a, b), Math.max(a, b)];
    const schema: ValueSchema = {
      type: 'integer',
      constraints: [{ kind: 'range', unit: 'value', from: `${from}`, to: `${to}`, line }],
    };
    const wrong = fc.oneof(
      fc.integer({ min: to + 1 }),
      fc.integer({ max: from - 1 }),
      fc.string(),
      fc.constant(from + 0.5),
    );
    return [schema, fc.integer({ min: from, max: to }), wrong] as const;
  }),
  fc.tuple(fc.nat(5), fc.nat(5)).map(([from, more]) => {
    const to = from + more;
    const schema: ValueSchema = {
      type: 'string',
      constraints: [{ kind: 'range', unit: 'characters', from: `${from}`, to: `${to}`, line }],
    };
    const points = (least: number, most: number) =>
      fc.string({ unit: fc.constantFrom('a', '😀', '\u00e9'), minLength: least, maxLength: most });
    const short = from === 0 ? [] : [points(0, from - 1)];
    return [schema, points(from, to), fc.oneof(points(to + 1, to + 4), fc.integer(), ...short)] as const;
  }),
  fc.nat(6).map((to) => {
    const schema: ValueSchema = { type: 'string', constraints: [{ kind: 'range', unit: 'bytes', to: `${to}`, line }] };
    const text = fc.string({ unit: fc.constantFrom('a', '😀', '\u00e9', '\u20ac'), maxLength: 8 });
    const size = (string: string) => new TextEncoder().encode(string).length;
    return [schema, text.filter((string) => size(string) <= to), text.map((string) => `${string}1234567`)] as const;
  }),
  fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 }).map((values) => {
    return [
      { type: 'choice', values },
      fc.constantFrom(...values),
      fc.string().filter((string) => !values.includes(string)),
    ] as const;
  }),
);

const nested = scalar.chain(([schema, right, wrong]) =>
  fc.oneof(
    fc.constant([schema, right, wrong] as const),
    fc.constant([{ ...schema, nullable: true } as ValueSchema, fc.option(right), wrong] as const),
    fc.constant([
      { type: 'list', item: schema } as ValueSchema,
      fc.array(right),
      fc.tuple(fc.array(right), wrong).map(([some, misfit]) => [...some, misfit]),
    ] as const),
    fc.constant([
      { type: 'map', item: { type: 'list', item: schema } } as ValueSchema,
      fc.dictionary(
        fc.string().filter((name) => !name.includes('\u0000')),
        fc.array(right),
        { noNullPrototype: true },
      ),
      wrong.map((misfit) => ({ 'a/b': [misfit] })),
    ] as const),
  ),
);

test('generated values of a schema pass unchanged, and mutated ones are told with a pointer into the value', () => {
  fc.assert(
    fc.property(
      nested.chain(([schema, right, wrong]) => fc.tuple(fc.constant(schema), right, wrong)),
      ([schema, right, wrong]) => {
        const check = checkOf(schema);
        const before = structuredClone(right);
        assert.deepEqual(check(right), { value: before, fieldErrors: [] });
        const { fieldErrors } = check(structuredClone(wrong));
        assert.ok(fieldErrors.length > 0, JSON.stringify([schema, wrong]));
        for (const { pointer } of fieldErrors) {
          let at: unknown = wrong;
          for (const name of pointer!.split('/').slice(1)) {
            at = (at as Record<string, unknown>)[name.replaceAll('~1', '/').replaceAll('~0', '~')];
          }
          assert.notEqual(at, undefined);
        }
      },
    ),
    { numRuns: 150 },
  );
});

test('items are distinct by value, whatever the order of members', () => {
  const check = checkOf({ type: 'list', item: { type: 'object' }, constraints: [{ kind: 'unique items', line }] });
  assert.equal(
    check([
      { a: 1, b: [2] },
      { a: 1, b: [3] },
    ]).fieldErrors.length,
    0,
  );
  assert.equal(
    check([
      { a: 1, b: [2] },
      { b: [2], a: 1 },
    ]).fieldErrors.length,
    1,
  );
});

test('a password is checked as sent; what a record holds is a hash and is not', () => {
  const schema: ValueSchema = {
    type: 'string',
    format: { name: 'password' },
    constraints: [{ kind: 'range', unit: 'characters', to: '5', line }],
  };
  assert.equal(checkOf(schema)('too long').fieldErrors.length, 1);
  const hash = `$scrypt$ln=17,r=8,p=1$${'a'.repeat(22)}$${'b'.repeat(43)}`;
  assert.equal(checkOf(schema, 'kept')(hash).fieldErrors.length, 0);
  assert.equal(checkOf(schema, 'kept')('plain').fieldErrors.length, 1);
});

test('a value with very many problems is told a thousand of them', () => {
  const { fieldErrors } = checkOf({ type: 'list', item: { type: 'integer' } })(new Array(5000).fill('x'));
  assert.equal(fieldErrors.length, 1000);
  assert.equal(fieldErrors[999]!.pointer, '/999');
});
