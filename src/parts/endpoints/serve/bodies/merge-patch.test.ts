import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeOf } from './merge-patch.ts';

/** RFC 7396, appendix A: the target, the patch, the result. */
const vectors: readonly (readonly [unknown, unknown, unknown])[] = [
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
  ],
  [{ a: 'b' }, ['c'], ['c']],
  [{ a: 'foo' }, null, null],
  [{ a: 'foo' }, 'bar', 'bar'],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
];

test('a merge patch does what the fifteen examples of RFC 7396 say', () => {
  const merge = mergeOf({ objects: [], unions: [] });
  assert.equal(vectors.length, 15);
  for (const [target, patch, result] of vectors) assert.deepEqual(merge(undefined, target, patch), result);
});

test('null sets null where the type of the member has it, and removes the member elsewhere', () => {
  const members = [
    { name: 'note', schema: { type: 'string', nullable: true }, required: false, line: 1 },
    { name: 'place', schema: { type: 'string' }, required: false, line: 2 },
  ] as const;
  const merge = mergeOf({ objects: [{ name: 'Box', members, line: 1 }], unions: [] });
  const schema = { type: 'named', name: 'Box' } as const;
  const merged = merge(schema, { note: 'a', place: 'b' }, { note: null, place: null });
  assert.deepEqual(merged, { note: null });
});

test('S18: a member called __proto__ is a member like any other, and Object.prototype stays as it is', () => {
  const merge = mergeOf({ objects: [], unions: [] });
  const patch = JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}');
  const merged = merge(undefined, { a: 1 }, patch) as object;
  assert.ok(Object.hasOwn(merged, '__proto__'));
  assert.equal(({} as { polluted?: true }).polluted, undefined);
});

test('another case of a union takes away what the former one hid, whatever its names mean now', () => {
  const member = (name: string, direction?: 'write-only') => {
    return { name, schema: { type: 'string' }, required: false, line: 1, ...(direction && { direction }) } as const;
  };
  const merge = mergeOf({
    objects: [
      { name: 'Card', members: [member('last4'), member('code', 'write-only')], line: 1 },
      { name: 'Coupon', members: [member('code')], line: 1 },
    ],
    unions: [
      {
        ...{ name: 'Pay', tag: 'kind', line: 1 },
        cases: [
          { tag: 'card', object: 'Card', line: 1 },
          { tag: 'coupon', object: 'Coupon', line: 1 },
        ],
      },
    ],
  });
  const pay = { type: 'named', name: 'Pay' } as const;
  const card = { kind: 'card', last4: '4242', code: '123' };
  assert.deepEqual(merge(pay, card, { last4: '4343' }), { kind: 'card', last4: '4343', code: '123' });
  assert.deepEqual(merge(pay, card, { kind: 'coupon', last4: null }), { kind: 'coupon' });
  assert.deepEqual(merge(pay, card, { kind: 'coupon', last4: null, code: '9' }), { kind: 'coupon', code: '9' });
});
