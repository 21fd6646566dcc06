import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { applyPatch, parsePatch } from './json-patch.ts';

/** What a patch makes of a document, or how it fails. */
function patch(document: unknown, body: unknown): unknown {
  const operations = parsePatch(body);
  if (!('length' in operations)) return `malformed ${operations.at ?? ''}`.trim();
  const result = applyPatch(structuredClone(document), operations);
  return 'at' in result ? `failed ${result.at}` : result.value;
}

const cases: readonly (readonly [what: string, document: unknown, patch: readonly object[], result: unknown])[] = [
  ['a member is added', { a: 1 }, [{ op: 'add', path: '/b', value: 2 }], { a: 1, b: 2 }],
  ['an item is put before another', { a: [1, 3] }, [{ op: 'add', path: '/a/1', value: 2 }], { a: [1, 2, 3] }],
  ['an item is added at the end', { a: [1] }, [{ op: 'add', path: '/a/-', value: 2 }], { a: [1, 2] }],
  ['an item is added at the length', { a: [1] }, [{ op: 'add', path: '/a/1', value: 2 }], { a: [1, 2] }],
  ['an item beyond the end is nowhere', { a: [1] }, [{ op: 'add', path: '/a/2', value: 2 }], 'failed 0'],
  ['a list is an item', { a: [] }, [{ op: 'add', path: '/a/-', value: [1] }], { a: [[1]] }],
  ['adding an existing member replaces it', { a: 1 }, [{ op: 'add', path: '/a', value: { b: 2 } }], { a: { b: 2 } }],
  ['nothing is added where the parent is missing', { a: 1 }, [{ op: 'add', path: '/b/c', value: 2 }], 'failed 0'],
  ['nothing is added inside a text', { a: 'x' }, [{ op: 'add', path: '/a/b', value: 2 }], 'failed 0'],
  ['a member is removed', { a: 1, b: 2 }, [{ op: 'remove', path: '/b' }], { a: 1 }],
  ['an item is removed', { a: [1, 2, 3] }, [{ op: 'remove', path: '/a/1' }], { a: [1, 3] }],
  ['what is not there cannot be removed', { a: 1 }, [{ op: 'remove', path: '/b' }], 'failed 0'],
  ['the item behind the last cannot be removed', { a: [1] }, [{ op: 'remove', path: '/a/-' }], 'failed 0'],
  ['a value is replaced', { a: 1 }, [{ op: 'replace', path: '/a', value: null }], { a: null }],
  ['an item is replaced', { a: [1, 2] }, [{ op: 'replace', path: '/a/1', value: 3 }], { a: [1, 3] }],
  ['what is not there cannot be replaced', { a: 1 }, [{ op: 'replace', path: '/b', value: 1 }], 'failed 0'],
  ['a value is moved', { a: { b: 1 }, c: {} }, [{ op: 'move', from: '/a/b', path: '/c/d' }], { a: {}, c: { d: 1 } }],
  ['an item is moved', { a: [1, 2, 3] }, [{ op: 'move', from: '/a/0', path: '/a/2' }], { a: [2, 3, 1] }],
  ['a value is not moved into itself', { a: { b: {} } }, [{ op: 'move', from: '/a', path: '/a/b/c' }], 'failed 0'],
  ['a value moved to its own place stays', { a: 1 }, [{ op: 'move', from: '/a', path: '/a' }], { a: 1 }],
  ['nothing is moved from nowhere', { a: 1 }, [{ op: 'move', from: '/b', path: '/c' }], 'failed 0'],
  [
    'a value is copied, and the copy is one of its own',
    { a: { b: [1] } },
    [
      { op: 'copy', from: '/a', path: '/c' },
      { op: 'add', path: '/c/b/-', value: 2 },
    ],
    { a: { b: [1] }, c: { b: [1, 2] } },
  ],
  [
    'a test that holds lets the others through',
    { a: 'x', n: [1, { b: 2 }] },
    [
      { op: 'test', path: '/a', value: 'x' },
      { op: 'test', path: '/n', value: [1.0, { b: 2 }] },
      { op: 'remove', path: '/a' },
    ],
    { n: [1, { b: 2 }] },
  ],
  [
    'a test that fails fails the whole',
    { a: 1 },
    [
      { op: 'replace', path: '/a', value: 2 },
      { op: 'test', path: '/a', value: '2' },
    ],
    'failed 1',
  ],
  ['a number is not its text', { a: 10 }, [{ op: 'test', path: '/a', value: '10' }], 'failed 0'],
  [
    'objects are equal without order',
    { a: { x: 1, y: 2 } },
    [{ op: 'test', path: '/a', value: { y: 2, x: 1 } }],
    { a: { x: 1, y: 2 } },
  ],
  ['lists are equal in order only', { a: [1, 2] }, [{ op: 'test', path: '/a', value: [2, 1] }], 'failed 0'],
  ['a null is there', { a: null }, [{ op: 'test', path: '/a', value: null }], { a: null }],
  ['a missing member is not null', {}, [{ op: 'test', path: '/a', value: null }], 'failed 0'],
  ['a 64-bit number is compared as a number', { a: 5n }, [{ op: 'test', path: '/a', value: 5 }], { a: 5n }],
  [
    '~1 is a slash and ~0 a tilde',
    { 'a/b': 1, 'm~n': 2, '~1': 3 },
    [
      { op: 'test', path: '/~01', value: 3 },
      { op: 'remove', path: '/a~1b' },
      { op: 'remove', path: '/m~0n' },
    ],
    { '~1': 3 },
  ],
  ['an empty name is a name', { '': 1 }, [{ op: 'replace', path: '/', value: 2 }], { '': 2 }],
  ['the empty pointer is the whole', { a: 1 }, [{ op: 'replace', path: '', value: { b: 2 } }], { b: 2 }],
  ['an index has no leading zero', { a: [1, 2] }, [{ op: 'test', path: '/a/00', value: 1 }], 'failed 0'],
  ['an index is no power', { a: [1, 2] }, [{ op: 'test', path: '/a/1e0', value: 2 }], 'failed 0'],
  ['an index is not negative', { a: [1, 2] }, [{ op: 'remove', path: '/a/-1' }], 'failed 0'],
  ['other members of an operation are ignored', { a: 1 }, [{ op: 'remove', path: '/a', xyz: 1, value: 2 }], {}],
  ['names of Object.prototype are names', {}, [{ op: 'test', path: '/toString', value: null }], 'failed 0'],
  ['an unknown op is malformed', {}, [{ op: 'spam', path: '/a' }], 'malformed 0'],
  ['an op is written in lower case', {}, [{ op: 'Add', path: '/a', value: 1 }], 'malformed 0'],
  ['a path is needed', {}, [{ op: 'add', value: 1 }], 'malformed 0'],
  ['a path begins with a slash', {}, [{ op: 'add', path: 'a', value: 1 }], 'malformed 0'],
  ['a tilde is followed by 0 or 1', {}, [{ op: 'add', path: '/~2', value: 1 }], 'malformed 0'],
  ['a value is needed', {}, [{ op: 'add', path: '/a' }], 'malformed 0'],
  [
    'a from is needed',
    { a: 1 },
    [
      { op: 'test', path: '/a', value: 1 },
      { op: 'copy', path: '/b' },
    ],
    'malformed 1',
  ],
  ['an inherited op is none', {}, [Object.create({ op: 'remove', path: '/a' })], 'malformed 0'],
  ['no operations change nothing', { a: 1 }, [], { a: 1 }],
];

for (const [what, document, body, result] of cases) {
  test(`JSON Patch: ${what}`, () => assert.deepEqual(patch(document, body), result));
}

test('JSON Patch: what is no list of objects is malformed', () => {
  for (const body of [{}, null, 'x', 1, undefined, { op: 'add', path: '/a', value: 1 }]) {
    assert.equal(patch({}, body), 'malformed');
  }
  for (const body of [[1], [null], [[]], ['x']]) assert.equal(patch({}, body), 'malformed 0');
});

test('S18: JSON Patch: __proto__ is a member like any other', () => {
  const body = JSON.parse(
    '[{"op":"add","path":"/__proto__","value":{"polluted":true}},{"op":"copy","from":"/__proto__","path":"/b"}]',
  );
  const made = patch({ a: 1 }, body) as Record<string, unknown>;
  assert.ok(Object.hasOwn(made, '__proto__'));
  assert.deepEqual(made.b, { polluted: true });
  assert.equal(({} as { polluted?: true }).polluted, undefined);
  assert.equal(patch({}, [{ op: 'add', path: '/__proto__/polluted', value: true }]), 'failed 0');
});

test('S20: JSON Patch: copies that would grow without end or nest too deep fail', () => {
  const doubling = Array.from({ length: 40 }, (_, i) => ({ op: 'copy', from: '', path: `/${i}` }));
  assert.match(String(patch({ a: [1, 2, 3] }, doubling)), /^failed \d+$/);
  const deeper = Array.from({ length: 80 }, () => ({ op: 'copy', from: '/a', path: '/a/a' }));
  assert.match(String(patch({ a: {} }, deeper)), /^failed \d+$/);
});

test('JSON Patch: replacing what a test has found by itself changes nothing, whatever the document', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (document) => {
      const body = Object.entries(document).flatMap(([name, value]) => {
        const path = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
        return [
          { op: 'test', path, value },
          { op: 'remove', path },
          { op: 'add', path, value },
        ];
      });
      const plain = structuredClone(document);
      assert.deepEqual(patch(plain, body), plain);
    }),
    { numRuns: 300 },
  );
});
