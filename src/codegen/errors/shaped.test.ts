import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ErrorFacts } from '../../contracts/compiled.ts';
import { documentOf } from '../../parts/document.fixture.ts';
import { buildPlan } from '../../parts/index.ts';
import { createErrorBody } from '../errors.ts';

const resources = `
### Order

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| email | string | required |
| lines | Line[] | |
| labels | map of string | |
| method | Method | |
| tags | string[] | |

### Line (object)

| Field | Type | Constraints |
| --- | --- | --- |
| text | string | required |
| count | integer | required |

### Method (one of)

- Tagged by: kind

| Tag | Object |
| --- | --- |
| card | Card |
| bank | Bank |

### Card (object)

| Field | Type | Constraints |
| --- | --- | --- |
| number | string | required |

### Bank (object)

| Field | Type | Constraints |
| --- | --- | --- |
| iban | string | required |
`;
const endpoints = `
| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Order | POST | /orders | \`Order\` | 201 \`Order\` |
| check Order (handler) | POST | /orders/{id}/check | \`{ to: Order.email, about: { first: Line.text }, all: Line[] }\` | 204 |
`;

const base: ErrorFacts = {
  status: 422,
  code: 'invalid',
  message: 'Some fields are wrong',
  own: { Help: 20404, constructor: 'told' },
  traceId: '0af7651916cd43dd8448eb211c80319c',
  base: '',
  operation: 'create Order',
};
const missing = { problem: 'missing', message: 'is required' } as const;
const wrong = { problem: 'type', message: 'must be a string' } as const;
const fields: ErrorFacts['fields'] = [
  { pointer: '/unknown', problem: 'unknown', message: 'is not a known field' },
  { pointer: '/lines/1/text', ...missing },
  { pointer: '/lines/0/count', ...wrong },
  { pointer: '/email', ...missing },
  { pointer: '/email', ...wrong },
];

/** What a Body answers, by its text in the document. */
function answered(body: string, facts: Partial<ErrorFacts> = {}): unknown {
  const columns = ['Help', 'constructor'].filter((title) => body.toLowerCase().includes(title.toLowerCase()));
  const errors = `
- Body: \`${body}\`

| Code | Status | Condition |${columns.map((title) => ` ${title} |`).join('')}
| --- | --- | --- |${columns.map(() => ' --- |').join('')}
| invalid | 422 | invalid input |${columns.map(() => ' x |').join('')}
`;
  const { service, diagnostics } = documentOf({ resources, endpoints, errors });
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity === 'error').map(({ code, message }) => `${code} ${message}`),
    [],
  );
  return JSON.parse(createErrorBody(buildPlan(service))({ ...base, ...facts }).text);
}
const refused = { fields, ...base };

test('a body has roles, columns, literals and lists of just some values', () => {
  const body = '{ error: { code: code, ok: false, more: [help, "a", null, { at: [] }] }, constructor: constructor }';
  assert.deepEqual(answered(body), {
    error: { code: 'invalid', ok: false, more: [20404, 'a', null, { at: [] }] },
    constructor: 'told',
  });
  assert.equal(answered('message'), 'Some fields are wrong');
  assert.equal(answered('"gone"'), 'gone');
  assert.deepEqual(answered('[{ status: status, title: title }]'), [{ status: 422, title: 'Some fields are wrong' }]);
});

test('fields stand in the order of the document, by name, path, bracket path or pointer', () => {
  assert.deepEqual(answered('{ errors: fields by name }', refused), {
    errors: {
      email: ['is required', 'must be a string'],
      count: ['must be a string'],
      text: ['is required'],
      unknown: ['is not a known field'],
    },
  });
  const keys = (by: string) => Object.keys(answered(`fields by ${by}`, refused) as object);
  assert.deepEqual(keys('path'), ['email', 'lines.0.count', 'lines.1.text', 'unknown']);
  assert.deepEqual(keys('bracket path'), ['email', 'lines[0].count', 'lines[1].text', 'unknown']);
  assert.deepEqual(keys('form path'), ['email', 'lines[0][count]', 'lines[1][text]', 'unknown']);
  assert.deepEqual(keys('pointer'), ['/email', '/lines/0/count', '/lines/1/text', '/unknown']);
});

test('what a field shows is a message, all messages, an object or all objects', () => {
  const email = (entry: string) => (answered(`fields by name ${entry}`, refused) as { email: unknown }).email;
  assert.equal(email('message'), 'is required');
  assert.deepEqual(email('message[]'), ['is required', 'must be a string']);
  assert.deepEqual(email('{ why: problem, code: code }'), { why: 'missing', code: 'invalid' });
  assert.deepEqual(email('{ why: problem }[]'), [{ why: 'missing' }, { why: 'type' }]);
});

test('a list of fields has entries of their own, and the first of them stands alone', () => {
  const only = { fields: fields.slice(1, 3) };
  assert.deepEqual(answered('{ errors: fields message }', only), { errors: ['must be a string', 'is required'] });
  assert.deepEqual(answered('fields { resource: resource, field: name, at: path, of: title, help: help }', only), [
    { resource: 'Line', field: 'count', at: 'lines.0.count', of: 'Some fields are wrong', help: 20404 },
    { resource: 'Line', field: 'text', at: 'lines.1.text', of: 'Some fields are wrong', help: 20404 },
  ]);
  assert.deepEqual(answered('{ param: first field bracket path, first: first field }', only), {
    param: 'lines[0].count',
    first: { pointer: '/lines/0/count', message: 'must be a string' },
  });
});

test('a place inside a map, a union or a list of values has the name of its field; a parameter comes first', () => {
  const inside = ['/tags/0', '/labels/a~1b', '/method/iban', '', '/method/kind'];
  const problems = inside.map((pointer) => ({ pointer, ...wrong }));
  const entries = answered('fields { name: name, path: bracket path, of?: resource }', {
    fields: [...problems, { parameter: 'limit', ...wrong }],
  });
  assert.deepEqual(entries, [
    { name: 'limit', path: 'limit' },
    { name: '', path: '' },
    { name: 'labels', path: 'labels.a/b', of: 'Order' },
    { name: 'iban', path: 'method.iban', of: 'Bank' },
    { name: 'kind', path: 'method.kind' },
    { name: 'tags', path: 'tags[0]', of: 'Order' },
  ]);
});

test('an entry is of a parameter or of a field', () => {
  const both = { fields: [fields[3]!, { parameter: 'limit', ...wrong }] };
  assert.deepEqual(answered('fields { source: { parameter: parameter } or { pointer: pointer } }', both), [
    { source: { parameter: 'limit' } },
    { source: { pointer: '/email' } },
  ]);
});

test('members of a Request that names fields of others are those fields', () => {
  const places = ['/about/first', '/all/1/text', '/to', '/all/0'].map((pointer) => ({ pointer, ...wrong }));
  assert.deepEqual(
    answered('fields { of?: resource, path: path }', { operation: 'check Order', fields: places }),
    [
      { of: 'Order', path: 'to' },
      { of: 'Line', path: 'about.first' },
      { of: undefined, path: 'all.0' },
      { of: 'Line', path: 'all.1.text' },
    ].map((entry) => JSON.parse(JSON.stringify(entry))),
  );
});

test('what has no value is left out at the nearest optional member, and null where none is around it', () => {
  const none = { fields: [], own: {}, code: undefined };
  const details = '{ code: code, help: help, details?: [{ type: "x", all: fields { at: path } }], list: [code] }';
  assert.deepEqual(answered(details, none), { code: null, help: null, list: [null] });
  assert.deepEqual(answered(details, refused), {
    code: 'invalid',
    help: 20404,
    details: [{ type: 'x', all: fields.length > 0 ? answered('fields { at: path }', refused) : [] }],
    list: ['invalid'],
  });
  assert.deepEqual(answered('{ error?: { code: code, ok: true }, more?: { code?: code } }', none), { more: {} });
  assert.equal(answered('fields by name', none), null);
});

test('of alternatives the first that has a value stands there', () => {
  const body = 'fields by name or { status: status, error: code or title }';
  assert.deepEqual(answered(body, { ...refused, fields: fields.slice(1, 2) }), { text: ['is required'] });
  assert.deepEqual(answered(body, { fields: [] }), { status: 422, error: 'invalid' });
  assert.deepEqual(answered(body, { fields: [], code: undefined }), { status: 422, error: 'Unprocessable Content' });
  assert.deepEqual(answered('{ code: first field code or code, at?: first field name }', { fields: [] }), {
    code: 'invalid',
  });
  assert.deepEqual(answered('[code] or [status] or { help: help }', { code: undefined }), [422]);
});
