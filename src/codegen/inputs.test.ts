import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FieldError } from '../contracts/record.ts';
import { compile } from './compile.ts';
import { parseJson } from './json.ts';
import { everySort, planFor } from './plan.fixture.ts';

const plan = planFor(everySort);
const compiled = compile(plan);
const operation = (name: string) =>
  [...compiled.operations].find((compiledOperation) => compiledOperation.plan.name === name)!;

/** What an operation makes of a body, and what it tells the caller: pointer, problem, message. */
function read(
  name: string,
  text: string,
): {
  readonly values: Record<string, unknown>;
  readonly fields: Record<string, unknown>;
  readonly told: readonly string[];
} {
  const parsed = parseJson(text);
  assert.ok('value' in parsed);
  const fieldErrors: FieldError[] = [];
  const fields = {};
  const values = operation(name).input!(parsed.value, fieldErrors, fields);
  return {
    values,
    fields,
    told: fieldErrors.map((fieldError) => `${fieldError.pointer} ${fieldError.problem}: ${fieldError.message}`),
  };
}

test('a whole body becomes the fields by name, each in its kept form', () => {
  const { values, told } = read(
    'create Thing',
    `{"label":"😀😀😀","code":"a_1","count":1e1,"big":9007199254740993,"ratio":0.7,"price":"0.75","flag":true,
      "at":"2026-11-01T10:00:00+01:00","blob":"aGk=","tags":["a","b"],"sizes":{"x":9007199254740995,"y":2},
      "free":{"a":[1,{"b":null}]},"some":[1],"place":{"zip":"1","city":"Bern","inner":{"x":1}},
      "pay":{"kind":"card","number":"4","cents":5}}`,
  );
  assert.deepEqual(told, []);
  assert.deepEqual(values, {
    label: '😀😀😀',
    code: 'a_1',
    count: 10,
    big: 9007199254740993n,
    ratio: 0.7,
    price: '0.75',
    flag: true,
    size: 'small',
    at: '2026-11-01T09:00:00.000Z',
    blob: 'aGk=',
    tags: ['a', 'b'],
    sizes: { x: 9007199254740995n, y: 2n },
    free: { a: [1, { b: null }] },
    some: [1],
    place: { zip: '1', city: 'Bern', inner: { x: 1 }, level: 1n },
    pay: { kind: 'card', number: '4', cents: 5n },
  });
  assert.deepEqual(Object.keys(values.place as object), ['zip', 'city', 'inner', 'level'], 'member order as sent');
});

test('what was sent of the record holds nothing that was left out', () => {
  const { fields } = read('create Thing', '{"label":"ab","big":1}');
  assert.deepEqual(fields, { label: 'ab', big: 1n });
  assert.deepEqual(read('update Thing', '{"code":null}').fields, { code: null });
});

test('what is left out gets its default, else stays absent, where its type has null too', () => {
  assert.deepEqual(read('create Thing', '{"label":"ab","big":1}').values, {
    label: 'ab',
    big: 1n,
    flag: false,
    size: 'small',
  });
});

test('everything that is wrong is told together, in the order of the fields, with pointers', () => {
  const { told } = read(
    'create Thing',
    `{"x/y~z":1,"flag":1,"label":"😀","code":"a b","count":11,"big":9007199254740994,"ratio":0.75,"price":"100.51",
      "size":"huge","at":"2026-11-01","blob":"AAAAAA==","tags":["a","a","long words",4],"sizes":{"a":1,"b":2.5,"c":3},
      "free":[],"some":12345678901234567890,"place":{"city":"","inner":{},"no":1},"pay":{"kind":"coin"},"double":4,"state":"done"}`,
  );
  assert.deepEqual(told, [
    '/label too short: must have 2 to 5 characters',
    '/code pattern: must match the pattern ^\\w+$',
    '/count too large: must be from 0 to 10',
    '/count multiple of: must be a multiple of 2',
    '/big too large: must be at most 9007199254740993',
    '/ratio multiple of: must be a multiple of 0.1',
    '/price too large: must be from 0 to 100.50',
    '/price multiple of: must be a multiple of 0.25',
    '/flag type: must be true or false',
    '/size not one of: must be one of small, large',
    '/at format: must be a date and time with an offset, such as 2026-11-01T09:00:00Z',
    '/blob too long: must have at most 3 bytes',
    '/tags/2 too long: must have 1 to 4 characters',
    '/tags/3 type: must be a string',
    '/tags too many: must have at most 3 items',
    '/tags duplicate items: must not contain duplicate items',
    '/sizes/b type: must be an integer from -9223372036854775808 to 9223372036854775807',
    '/sizes too many: must have at most 2 keys',
    '/free type: must be an object',
    '/some type: must contain only numbers that a 64-bit float represents exactly',
    '/place/city too short: must have 1 to 20 characters',
    '/place/inner/x missing: is required',
    '/place/no unknown: is not a known field',
    '/pay/kind not one of: must be one of card, cash',
    '/x~1y~0z unknown: is not a known field',
    '/double unknown: is not a known field',
    '/state unknown: is not a known field',
  ]);
});

test('null is refused where the type has none, and missing members are named', () => {
  const { told } = read('create Thing', '{"label":null,"code":null,"tags":[null],"place":null,"pay":{}}');
  assert.deepEqual(told, [
    '/label null: must not be null',
    '/big missing: is required',
    '/tags/0 null: must not be null',
    '/place null: must not be null',
    '/pay/kind missing: is required',
  ]);
  assert.deepEqual(read('create Thing', '[]').told, [' type: must be an object']);
});

test('texts with U+0000 or an unpaired surrogate are refused, in names too', () => {
  const { told } = read(
    'create Thing',
    '{"label":"a\\u0000","code":"\\ud800","big":1,"sizes":{"\\u0000":1},"free":{"a":["\\udfff"]},"some":{"\\ud800":1}}',
  );
  assert.deepEqual(
    told.map((line) => line.split(' ').slice(0, 2).join(' ')),
    ['/label format:', '/code format:', '/sizes format:', '/free format:', '/some format:'],
  );
});

test('a merge patch keeps null and partial objects, and refuses null for what must be there', () => {
  const { values, told } = read(
    'update Thing',
    '{"code":null,"count":null,"place":{"zip":null,"inner":{"x":2},"level":7},"sizes":{"a":null,"b":1},"pay":{"cents":3}}',
  );
  assert.deepEqual(told, []);
  assert.deepEqual(values, {
    code: null,
    count: null,
    place: { zip: null, inner: { x: 2 }, level: 7n },
    sizes: { a: null, b: 1n },
    pay: { cents: 3n },
  });
  assert.deepEqual(
    read('update Thing', '{"label":null,"big":null,"place":{"city":null,"no":1},"tags":[],"sizes":{"a":"b"}}').told,
    [
      '/label null: must not be null',
      '/big null: must not be null',
      '/sizes/a type: must be an integer from -9223372036854775808 to 9223372036854775807',
      '/place/city null: must not be null',
      '/place/no unknown: is not a known field',
    ],
  );
});

test('no body at all is an empty object', () => {
  assert.deepEqual(operation('update Thing').input!(undefined, [], {}), {});
});

test('unknown members are dropped where the document ignores them', () => {
  const ignoring = compile({ ...plan, unknownFields: 'ignored' });
  const fieldErrors: FieldError[] = [];
  const create = [...ignoring.operations].find((compiledOperation) => compiledOperation.plan.name === 'create Thing')!;
  const values = create.input!({ label: 'ab', big: 1, other: 1, place: { city: 'a', other: 2 } }, fieldErrors, {});
  assert.deepEqual(fieldErrors, []);
  assert.equal(values.other, undefined);
  assert.deepEqual(values.place, { city: 'a', level: 1n, zip: null });
});

test('names of Object.prototype are members like any other', () => {
  assert.deepEqual(read('create Thing', '{"label":"ab","big":1,"toString":1,"__proto__":2}').told, [
    '/toString unknown: is not a known field',
    '/__proto__ unknown: is not a known field',
  ]);
});

test('parameters are read from their text by type, and tell what is wrong under their name', () => {
  const list = operation('list Thing');
  const at = (name: string) => list.parameters[list.plan.parameters.findIndex((parameter) => parameter.name === name)]!;
  const fieldErrors: FieldError[] = [];
  assert.deepEqual(at('state')('new,done', fieldErrors), ['new', 'done']);
  assert.equal(at('big')('9007199254740993', fieldErrors), 9007199254740993n);
  assert.equal(at('limit')('25', fieldErrors), 25);
  assert.equal(at('flag')('true', fieldErrors), true);
  assert.deepEqual(at('fields')('id,label', fieldErrors), ['id', 'label']);
  assert.equal(fieldErrors.length, 0);
  const wrong: readonly [string, string][] = [
    ['state', 'new,old'],
    ['big', '1.5'],
    ['limit', '0'],
    ['limit', 'x'],
    ['flag', 'yes'],
    ['fields', 'id,nope'],
  ];
  for (const [name, text] of wrong) assert.equal(at(name)(text, fieldErrors), undefined);
  assert.deepEqual(
    fieldErrors.map((fieldError) => `${fieldError.parameter} ${fieldError.problem}`),
    ['state not one of', 'big type', 'limit too small', 'limit type', 'flag type', 'fields type'],
  );
});

test('a path value that no record can have is none', () => {
  const [id] = operation('read Thing').path;
  assert.equal(id!('thi_01k8z7rqa0faw8vvg14d2pf2db'), 'thi_01k8z7rqa0faw8vvg14d2pf2db');
  assert.equal(id!('inv_01k8z7rqa0faw8vvg14d2pf2db'), undefined);
  const [owner] = operation('read Owner').path;
  assert.equal(owner!('12'), 12);
  assert.equal(owner!('12a'), undefined);
});
