import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnswerFailure, toEmbeddedKey } from './answers/runtime.ts';
import { compile } from './compile.ts';
import { everySort, givenOf, planFor } from './plan.fixture.ts';

const plan = planFor(everySort);
const compiled = compile(plan);
const roles = { nextCursor: null, previousCursor: null, totalCount: null, hasMore: false };
const response = (name: string) =>
  [...compiled.operations].find((operation) => operation.plan.name === name)!.responses[0]!;
const thing = compiled.resources.get('Thing')!;
const id = 'thi_01k8z7rqa0faw8vvg14d2pf2db';
const record = {
  id,
  owner: 3,
  state: 'new',
  label: 'a"b',
  code: null,
  count: 4,
  big: 9007199254740993n,
  ratio: null,
  flag: true,
  size: 'small',
  some: null,
  place: { city: 'x', zip: null, level: 9007199254740993n, key: 'secret' },
};

test('absent fields are left out, nullable ones are there, 64-bit integers whole, write-only members never', () => {
  const text = response('create Thing').body!(givenOf({ after: record }), roles);
  assert.equal(
    text,
    `{"id":"${id}","owner":3,"state":"new","label":"a\\"b","code":null,"count":4,"big":9007199254740993,"ratio":null,` +
      `"flag":true,"size":"small","some":null,"place":{"city":"x","zip":null,"level":9007199254740993},` +
      `"link":"https://example.com/api/things/${id}"}`,
  );
});

test('an embedded record is shown where it may be read, else its identity alone', () => {
  const { body } = response('update Thing');
  const shown = (refs: Record<string, Record<string, unknown>>) =>
    JSON.parse(body!(givenOf({ after: record, refs }), roles)).owner;
  assert.deepEqual(shown({}), { id: 3 });
  assert.deepEqual(shown({ owner: { id: 3, name: 'hidden' } }), { id: 3 });
  assert.deepEqual(shown({ [toEmbeddedKey('Owner', 3)]: { id: 3, name: 'Ada' } }), { id: 3, name: 'Ada' });
  assert.equal(JSON.parse(body!(givenOf({ after: { ...record, owner: null } }), roles)).owner, null);
});

test('an expression that fails leaves an optional member out, and fails the answer elsewhere', () => {
  const { body } = response('update Thing');
  const shown = JSON.parse(body!(givenOf({ after: record }), roles));
  assert.equal(shown.loud, 'a"b!');
  assert.ok(!('half' in shown) && !('free' in shown));
  assert.throws(() => response('finish Thing').body!(givenOf({ after: record }), roles), AnswerFailure);
});

test('a caller chooses the top-level members of the records of a list', () => {
  const row = thing.toRow(record, 1, [null]);
  const text = response('list Thing').body!(givenOf({ rows: [row], parameters: { fields: ['id', 'count'] } }), roles);
  assert.equal(text, `{"data":[{"id":"${id}","count":4}],"next":null,"more":false}`);
});

test('a list of no records is an empty list', () => {
  assert.equal(response('best').body!(givenOf({ rows: [] }), roles), '{"data":[]}');
});

test('Location is the address of the read operation', () => {
  assert.deepEqual(response('create Thing').headers(givenOf({ after: record }), roles), [
    'Location',
    `https://example.com/api/things/${id}`,
  ]);
  const elsewhere = compile(plan, { baseUrl: 'http://localhost:1/' }).operations.at(0)!.responses[0]!;
  assert.deepEqual(elsewhere.headers(givenOf({ after: record }), roles), [
    'Location',
    `http://localhost:1/things/${id}`,
  ]);
});

test('paths are matched exactly, fixed segments before placeholders, and decoded afterwards', () => {
  const named = (method: string, path: string) => {
    const match = compiled.route(method, path);
    if (match === undefined) return undefined;
    return 'allowed' in match ? match.allowed : [compiled.operations.at(match.operation)!.plan.name, ...match.values];
  };
  assert.deepEqual(named('GET', '/api/things'), ['list Thing']);
  assert.deepEqual(named('GET', '/api/things/best'), ['best']);
  assert.deepEqual(named('GET', '/api/things/be%73t'), ['read Thing', 'best']);
  assert.deepEqual(named('GET', '/api/things/a%2Fb'), ['read Thing', 'a/b']);
  assert.deepEqual(named('POST', '/api/things/x/finish'), ['finish Thing', 'x']);
  assert.deepEqual(named('POST', '/api/things/best/finish'), ['finish Thing', 'best']);
  assert.deepEqual(named('DELETE', '/api/things'), ['POST', 'GET']);
  for (const path of [
    '/things',
    '/api/Things',
    '/api/things/',
    '/api/things/%zz',
    '/api/things/%ff',
    '/api',
    '/api/',
    '/apithings',
    '',
    '/api/things/x/',
    '/api/things//finish',
  ]) {
    assert.equal(named('GET', path), undefined, path);
  }
});
