import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VersionTransformPlan } from '../../plan/version/transform.ts';
import { documentOf } from '../document.fixture.ts';
import { buildVersionPlan } from '../versions.ts';

const resources = `
### Line (object)

| Field | Type | Constraints |
| --- | --- | --- |
| text | string | required |
| amount | integer | required |
| method | Method | |

### Card (object)

| Field | Type | Constraints |
| --- | --- | --- |
| last4 | string | |

### Bank (object)

| Field | Type | Constraints |
| --- | --- | --- |
| iban | string | |

### Method (one of)

- Tagged by: kind

| Tag | Object |
| --- | --- |
| card | Card |
| bank | Bank |

### Invoice

| Field | Type | Constraints |
| --- | --- | --- |
| id | string | required |
| memo | string | |
| kind | one of goods, services | |
| lines | Line[] | |
| byName | map of Line | |
| method | Method | |
`;

const endpoints = (request: string, parameters = '| q | search memo |'): string => `
| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Invoice | POST | /invoices | \`Invoice\` | 201 \`Invoice\` |
| book (handler) | POST | /book | \`${request}\` | 200 \`{ done: true }\` |
| list Invoice | GET | /invoices | | 200 \`{ data: Invoice[] }\` |

### list Invoice

| Parameter | Maps to |
| --- | --- |
${parameters}
`;

/** What the rows of version 2 turn; the lines and the types inside of expressions left out. */
function turnOf(rows: string, request = '{ memo?: Invoice.memo }', parameters?: string): VersionTransformPlan {
  const versions = '| Version | Status |\n| --- | --- |\n| 2 | current |\n| 1 | supported |\n';
  const head =
    '| Version | Change | What | Before | Old responses | Old requests |\n| --- | --- | --- | --- | --- | --- |\n';
  const { service, diagnostics } = documentOf({
    resources,
    endpoints: endpoints(request, parameters),
    versioning: `${versions}\n${head}${rows}`,
  });
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message),
    [],
  );
  const [transform] = buildVersionPlan(service, '1')!.turns;
  return JSON.parse(
    JSON.stringify(transform, (name, value) => (name === 'line' || name === 'type' ? undefined : value)),
  );
}

const line = { kind: 'named', name: 'Line' };

test('a member of an object is turned in lists, maps and unions that hold it, at any depth', () => {
  const transform = turnOf('| 2 | renamed | Card.last4 | digits | | |');
  assert.deepEqual(transform.holders.Card, { kind: 'members', members: [{ older: 'digits', newer: 'last4' }] });
  assert.deepEqual(transform.holders.Method, { kind: 'union', tag: 'kind', cases: { card: 'Card', bank: 'Bank' } });
  const method = { older: 'method', newer: 'method', value: { kind: 'named', name: 'Method' } };
  assert.deepEqual(transform.holders.Line, { kind: 'members', members: [method] });
  const input = [
    { older: 'lines', newer: 'lines', value: { kind: 'list', item: line } },
    { older: 'byName', newer: 'byName', value: { kind: 'map', item: line } },
    method,
  ];
  const members = transform.operations['create Invoice']!.fields;
  assert.deepEqual(
    members.toSorted((a, b) => (a.older! < b.older! ? -1 : 1)),
    [input[1], input[0], input[2]],
  );
  assert.equal(transform.holders.Bank, undefined);
});

test('objects that a Request writes out are turned member by member', () => {
  const transform = turnOf(
    '| 2 | renamed | Line.text | label | | |\n| 2 | value removed | Invoice.kind rent | | as goods | |',
    '{ wrap: { first: Line, rest: Line(text)[], label: Line.text, of: Invoice.kind } }',
  );
  const text = { older: 'label', newer: 'text' };
  const kind = { kind: 'choice', down: {}, up: { rent: 'goods' } };
  const inside = [
    { older: 'first', newer: 'first', value: line },
    { older: 'rest', newer: 'rest', value: { kind: 'list', item: { kind: 'object', members: [text] } } },
    { older: 'of', newer: 'of', field: 'kind', value: kind },
  ];
  assert.deepEqual(transform.operations.book?.input, [
    { older: 'wrap', newer: 'wrap', value: { kind: 'object', members: inside } },
  ]);
});

test('a part of an object gives what it asks for, and only that, where older callers leave it out', () => {
  const transform = turnOf(
    '| 2 | required | Line.amount | | default 0 | default 0 |',
    '{ whole: Line, part: Line(text), some: Line(amount) }',
  );
  const amount = { older: 'amount', newer: 'amount', up: { kind: 'default', absent: true, value: 0 } };
  assert.deepEqual(transform.operations.book?.input, [
    { older: 'whole', newer: 'whole', value: line },
    { older: 'some', newer: 'some', value: { kind: 'object', members: [amount] } },
  ]);
});

test('a member that a body calls otherwise than its field says which field it means', () => {
  const transform = turnOf(
    '| 2 | type | Invoice.memo | integer | = `int(memo)` | = `string(input.memo)` |',
    '{ remark: Invoice.memo }',
  );
  const [member] = transform.operations.book!.input;
  assert.deepEqual(
    [member?.older, member?.newer, member?.field, member?.up?.kind],
    ['remark', 'remark', 'memo', 'cel'],
  );
});

test('the value of a parameter that was removed goes on in the one that was added beside it', () => {
  const transform = turnOf(
    '| 2 | added | parameter kind of list Invoice | | absent | |\n| 2 | removed | parameter services of list Invoice | boolean | | = `input.services ? "services" : "goods"` |',
    undefined,
    '| kind | filter kind = |',
  );
  const parameters = transform.operations['list Invoice']!.parameters;
  const removed = parameters.find(({ older }) => older === 'services');
  assert.deepEqual([removed?.newer, removed?.up?.kind], ['kind', 'cel']);
  assert.equal(
    JSON.stringify(removed?.up).includes('"root":"input","steps":[{"name":"services","optional":true}]'),
    true,
  );
  assert.deepEqual(
    parameters.find(({ older }) => older === undefined),
    { newer: 'kind' },
  );
});

test('what is answered as stated can no longer be sent, whatever the body calls it', () => {
  const transform = turnOf(
    '| 2 | added | Invoice.kind | | default "goods" | |',
    '{ a?: Invoice.kind, b?: Invoice.memo }',
  );
  assert.deepEqual(transform.operations.book!.input, [{ newer: 'a' }]);
});

test('an older path names fields of its version and follows the rows below it', () => {
  const versions = '| Version | Status |\n| --- | --- |\n| 3 | current |\n| 2 | supported |\n| 1 | supported |\n';
  const head = '| Version | Change | What | Before |\n| --- | --- | --- | --- |\n';
  const rows = `| 3 | renamed | Invoice.id | number |\n| 3 | path | read Invoice | GET /bills/{number} |\n| 2 | renamed | Invoice.number | no |`;
  const { service, diagnostics } = documentOf({
    resources,
    endpoints:
      '| Operation | Method | Path | Request | Response |\n| --- | --- | --- | --- | --- |\n| read Invoice | GET | /invoices/{id} | | 200 `Invoice` |',
    versioning: `${versions}\n${head}${rows}`,
  });
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message),
    [],
  );
  const pathAt = (version: string) => buildVersionPlan(service, version)!.interface.operations[0]!.path;
  assert.deepEqual(['3', '2', '1'].map(pathAt), ['/invoices/{id}', '/bills/{number}', '/bills/{no}']);
});
