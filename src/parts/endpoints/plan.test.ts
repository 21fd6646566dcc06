import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { createSource } from '../../text/location.ts';
import { readDocument } from '../index.ts';
import { stepsIn } from '../steps.fixture.ts';
import { listServedOperations, planBase, planMedia, planOperations } from './plan.ts';

const rest = ['Events', 'Errors', 'Limits', 'Versioning'].map((title) => `## ${title}\n\nNot shown.\n`).join('\n');

function read(endpoints: string) {
  const text = `# Shop

## What the service does

Not shown.

## Resources and their fields

### Customer

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | required |
| email | email | required; unique |

### Invoice

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| customer | ref Customer | required; on delete restrict |
| number | integer | required; unique with customer |
| due_on | date | |

## States and transitions

### Invoice

| From | Transition | To |
| --- | --- | --- |
| | remind | |

## Endpoints

${endpoints}

## Authentication

Scheme, credential names, header names, token lifetimes and scopes: not shown.

### Caller

| Attribute | Type |
| --- | --- |
| customer | string |

${rest}`;
  return readDocument(createSource('shop.md', text));
}

function plan(rows: readonly string[], more = '') {
  const table = ['| Operation | Method | Path | Request | Response |', '| --- | --- | --- | --- | --- |', ...rows];
  const document = read(`${table.join('\n')}\n\n${more}`);
  const wrong = document.diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
  assert.deepEqual(
    wrong.map((diagnostic) => diagnostic.message),
    [],
  );
  return { service: document.service, operations: planOperations(document.service) };
}

test('the steps say where a body holds the fields of the record, and what is input alone', () => {
  const { operations, service } = plan(
    [
      '| create Invoice | POST | /invoices | `{ data: { number: Invoice.number, due: Invoice.due_on, by?: Customer.email }, customer: Invoice.customer }` | 201 `Invoice` |',
      '| update Invoice | PATCH | /invoices/{id} | `Invoice(number)` | 200 `Invoice` |',
      '| remind Invoice | POST | /invoices/{id}/remind | | 204 |',
    ],
    '### create Invoice\n\n| Parameter | Maps to |\n| --- | --- |\n| why | input string |\n',
  );
  const words = (at: number, step: string) =>
    stepsIn(service, operations[at]!.name).find((otherStep) => otherStep.step === step)!.words;
  assert.equal(
    words(0, 'endpoints/input'),
    'check the fields of the body; data holds fields of the Invoice: number, due is due_on; input.data.by for expressions and handlers',
  );
  assert.equal(
    words(0, 'endpoints/parameters'),
    'check the parameters and reject unknown ones; input.why for expressions and handlers',
  );
  assert.equal(words(1, 'endpoints/input'), 'check the fields of the body');
});

test('the steps say which references of the input are checked', () => {
  const { service } = plan(
    [
      '| create Invoice | POST | /invoices | `Invoice(number, customer)` | 201 `Invoice` |',
      '| remind Invoice | POST | /invoices/{id}/remind | `{ others: { customer: Invoice.customer }[] }` | 204 |',
    ],
    '### remind Invoice\n\n| Parameter | Maps to |\n| --- | --- |\n| by | input ref Customer |\n',
  );
  const lines = stepsIn(service, 'remind Invoice').filter(({ step }) => step === 'resources/read-references');
  assert.deepEqual(
    lines.map(({ words }) => words),
    [
      'check that input.others references existing records that the caller may read',
      'check that input.by references existing records that the caller may read',
    ],
  );
});

test('a row without a Method has the first method of its verb', () => {
  const table = ['| Operation | Path | Request | Response |', '| --- | --- | --- | --- |'];
  const rows = [
    '| create Invoice | /invoices | `Invoice(number)` | 201 `Invoice` |',
    '| list Invoice | /invoices | | 200 `Invoice[]` |',
    '| update Invoice | /invoices/{id} | `Invoice(number)` | 200 `Invoice` |',
    '| delete Invoice | /invoices/{id} | | 204 |',
    '| remind Invoice | /invoices/{id}/remind | | 204 |',
  ];
  const { service } = read([...table, ...rows].join('\n'));
  assert.deepEqual(
    planOperations(service).map(({ method }) => method),
    ['POST', 'GET', 'PATCH', 'DELETE', 'POST'],
  );
  const methods = service.aspects.find(({ aspect }) => aspect === 'methods');
  assert.equal(methods?.status, 'stated');
});

test('placeholders find the record, its parent, and a parent by another unique field', () => {
  const { operations, service } = plan([
    '| read Invoice | GET | /customers/{customer.email}/invoices/{number} | | 200 `Invoice` |',
    '| list Invoice | GET | /customers/{customer}/invoices | | 200 `Invoice[]` |',
    '| create Invoice | POST | /customers/{customer}/invoices | `Invoice` | 201 `Invoice` header Location |',
    '| search (handler) | GET | /search/{word} | | 200 |',
    '| remind Invoice | POST | /invoices/{id}/remind | | 204 |',
  ]);
  const places = operations.map(({ segments }) => segments.filter((segment) => segment.kind === 'placeholder'));
  assert.deepEqual(places[0], [
    { kind: 'placeholder', name: 'customer.email', of: 'parent', field: 'customer', by: 'email' },
    { kind: 'placeholder', name: 'number', of: 'own', field: 'number' },
  ]);
  assert.deepEqual(places[1], [{ kind: 'placeholder', name: 'customer', of: 'parent', field: 'customer' }]);
  assert.equal(places[3]![0]!.of, 'input');
  const customer = operations[2]!.input;
  assert.equal(customer?.kind === 'object' && customer.members[0]!.required, false);
  assert.ok(stepsIn(service, operations[2]!.name).some((step) => step.step === 'endpoints/load'));
});

test('a create by PUT takes the identity from its path and looks for the record first', () => {
  const { operations, service } = plan([
    '| create Customer | PUT | /customers/{id} | `Customer` | 201 `Customer`; 200 `Customer` |',
    '| remind Invoice | POST | /invoices/{id}/remind | | 204 |',
  ]);
  const [create] = operations;
  assert.deepEqual(
    create!.responses.map((response) => response.status),
    [201, 200],
  );
  assert.ok(stepsIn(service, create!.name).some((step) => step.step === 'endpoints/precondition'));
  const members = create!.input?.kind === 'object' ? create!.input.members : [];
  assert.deepEqual(
    members.map((member) => [member.name, member.required]),
    [
      ['id', false],
      ['email', true],
    ],
  );
});

test('Record, parameters, idempotency and preconditions stand in the plan with their lines', () => {
  const { operations, service } = plan(
    [
      '| read Customer | GET | /me | | 200 `Customer` |',
      '| list Invoice as feed | GET | /invoices | | 200 `{ data: Invoice[], n: total count }` |',
      '| remind Invoice | POST | /invoices/{id}/remind | `{ by: Customer.email }` | 202 `Invoice` when `number == 1`; 200 `{ email: = customer.email }` |',
    ],
    `### read Customer

- Record: caller.customer

### feed

- Order: -due_on

| Parameter | Maps to | Constraints |
| --- | --- | --- |
| whose | filter customer.email = | required |
| numbers | filter number in | |
| late | where \`due_on < value\` | |
| expand | expand customer | |
| limit | page size | |

### Idempotency

| Operations | Key | Kept for | When absent |
| --- | --- | --- | --- |
| all | header Idempotency-Key | 1 day | refused |

### Preconditions

| Operations | Condition | When absent |
| --- | --- | --- |
| all Invoice | header If-Match | refused |
`,
  );
  const [me, feed, remind] = operations;
  assert.equal(me!.record, 'caller.customer');
  assert.equal(me!.idempotency, undefined);
  assert.equal(feed!.name, 'feed');
  assert.deepEqual(feed!.order, [{ field: 'due_on', descending: true }]);
  assert.deepEqual(feed!.preconditions, []);
  const [whose, numbers, late, expand] = feed!.parameters;
  assert.deepEqual(whose!.mapsTo, { kind: 'filter', path: ['customer', 'email'], operator: '=' });
  assert.equal(whose!.required, true);
  assert.deepEqual(numbers!.schema, { type: 'integer' });
  assert.deepEqual(late!.schema, { type: 'string', format: { name: 'date' } });
  assert.equal(expand!.mapsTo.kind === 'expand' && expand!.mapsTo.shapes?.[0]?.kind, 'embedded');
  assert.equal(remind!.idempotency?.required, true);
  assert.equal(remind!.idempotency?.keptFor, 86_400_000);
  assert.equal(remind!.preconditions[0]?.required, true);
  assert.equal(remind!.verb, 'remind');
  assert.equal(remind!.responses[0]?.when?.op, 'binary');
  assert.deepEqual(remind!.refs, [{ path: ['customer'], resource: 'Customer' }]);
  assert.equal(listServedOperations(service).length, 3);
});

test('a Request that is not shown closes the operation; a path that is not shown leaves it out', () => {
  const { operations } = plan([
    '| remind Invoice | POST | /invoices/{id}/remind | not shown | 200 `Invoice` |',
    '| read Invoice | GET | not shown | | 200 `Invoice` |',
  ]);
  assert.deepEqual(
    operations.map((operation) => [operation.name, operation.disabled]),
    [['remind Invoice', true]],
  );
});

test('the base address gives the prefix; media types and unknown members have their usual values', () => {
  const { service } = read('- Base URL: https://api.example.com/v2/\n- Allowed origins: anywhere\n');
  assert.deepEqual(planBase(service), { prefix: '/v2', known: 'https://api.example.com/v2' });
  assert.deepEqual(planMedia(service), {
    media: { request: ['application/json'], answer: ['application/json'] },
    unknownFields: 'refused',
    allowedOrigins: ['anywhere'],
    browsers: { line: 36 },
  });
});

test('reading, checking and planning never throw, whatever stands in the cells', () => {
  const pieces = [
    'read',
    'Invoice',
    'as',
    '(handler)',
    '`',
    '{',
    '}',
    '/',
    '{id}',
    '`Invoice(all except id)`',
    '200',
    'header',
    'when',
    '`x`',
  ];
  const more = [
    'filter',
    'number',
    '=',
    'GET',
    ';',
    ',',
    '"',
    'cursor',
    '.',
    'not shown',
    '—',
    '\\',
    'input',
    'map of',
    'caller.',
  ];
  const cell = fc.array(fc.constantFrom(...pieces, ...more), { maxLength: 5 }).map((list) => list.join(' '));
  fc.assert(
    fc.property(fc.array(cell, { minLength: 8, maxLength: 8 }), ([a, b, c, d, e, f, g, h]) => {
      const rows = `| Operation | Method | Path | Request | Response |\n| --- | --- | --- | --- | --- |\n| ${[a, b, c, d, e].join(' | ')} |`;
      const under = `### read Invoice\n\n- Order: ${f}\n\n| Parameter | Maps to | Constraints |\n| --- | --- | --- |\n| p | ${g} | ${h} |`;
      const { service, diagnostics } = read(`${rows}\n| read Invoice | GET | /i/{id} | ${d} | ${e} |\n\n${under}`);
      for (const { span } of diagnostics) assert.ok(span.start <= span.end);
      planOperations(service);
    }),
    { numRuns: 150 },
  );
});
