import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { readDocument } from '../../parts/index.ts';
import { buildWholePlanOf } from '../../parts/plan/whole-version.ts';
import { createSource } from '../../text/location.ts';
import type { Examples } from '../examples/exchange.ts';
import { describeOpenapi } from './index.ts';

/** A page of houses whose seats are counted; `effect` is what a move of a seat sets. */
const seats = (effect: string): string => `# Seats

## Resources and their fields

### Seat

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| house | string | assigned from caller.house |
| title | string | required |
| status | state | |

## States and transitions

### Seat

| State | Kind |
| --- | --- |
| free | initial |
| gone | final |

| From | Transition | To | Effect |
| --- | --- | --- | --- |
| free | move | same | ${effect} |
| free | end | gone | |

## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Seat | POST | /seats | \`Seat\` | 201 \`Seat\` |
| update Seat | PATCH | /seats/{id} | \`Seat(title)\` | 200 \`Seat\` |
| end Seat | POST | /seats/{id}/end | | 200 \`Seat\` |
| move Seat | POST | /seats/{id}/move | \`{ to: Seat.title }\` | 200 \`Seat\` |

## Authentication

| Scheme | Kind | Sent in |
| --- | --- | --- |
| key | api key | header Authorization: Bearer |

| Attribute | Type |
| --- | --- |
| house | string |

| Scope | Allows | Where |
| --- | --- | --- |
| seats | all Seat | |

## Errors

| Code | Status | Condition |
| --- | --- | --- |
| full | 409 | quota |

## Limits

| Limit | Kind | Applies to | Per | Value | When exceeded |
| --- | --- | --- | --- | --- | --- |
| kept | quota | Seat | caller.house | 10 | full |
`;

// biome-ignore lint/suspicious/noExplicitAny: a description is read by its paths
function describe(name: string, text: string, examples: Examples = {}): any {
  const { service, diagnostics } = readDocument(createSource(name, text));
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  assert.deepEqual(
    errors.map(({ message }) => message),
    [],
  );
  return describeOpenapi(buildWholePlanOf(service)!, { examples });
}

test('only an operation that can exceed a quota states its error', () => {
  const conflicts = (text: string): readonly string[] =>
    Object.values<Record<string, { 'x-nonet-operation': string; responses: object }>>(describe('seats.md', text).paths)
      .flatMap((operations) => Object.values(operations))
      .filter(({ responses }) => JSON.stringify(responses).includes('/Full'))
      .map((operation) => operation['x-nonet-operation']);
  assert.deepEqual(conflicts(seats('`title = input.to`')), ['create Seat']);
  // An effect moves the seat to the houses that have their own count.
  assert.deepEqual(conflicts(seats('`house = input.to`')), ['create Seat', 'move Seat']);
});

const invoices = readFileSync('tests/documents/written-out/invoices.md', 'utf8');

test('a request states the bounds, the lengths and the names that the service enforces', () => {
  const { paths, components } = describe('invoices.md', invoices);
  const { schemas, parameters } = components;
  const query = Object.fromEntries(
    paths['/invoices'].get.parameters.map((one: { name?: string; schema: object }) => [one.name, one.schema]),
  );
  assert.deepEqual(query.cursor, { type: 'string', minLength: 1 });
  assert.equal(query.status.minItems, 1);
  assert.deepEqual([query.limit.minimum, query.limit.maximum], [1, Number.MAX_SAFE_INTEGER]);
  assert.deepEqual(schemas.WebhookEndpointCreate.properties.kinds.items.enum, [
    'invoice.created',
    'invoice.sent',
    'invoice.paid',
    'invoice.voided',
  ]);
  assert.equal(schemas.PaymentInput.properties.amount.maximum, Number.MAX_SAFE_INTEGER);
  assert.match('8e03978e-40d5-43dd-bc93-6894a57f9324', new RegExp(parameters['Idempotency-Key'].schema.pattern, 'u'));
  assert.match('42-9c0a51e7', new RegExp(parameters['Last-Event-ID'].schema.pattern));
  const { id, memo } = schemas.InvoiceUpdate.properties;
  assert.deepEqual([id.readOnly, memo.readOnly], [true, undefined]);
});

test('webhooks whose names differ in letter case alone have operation ids of their own', async () => {
  const { webhooks } = describe('invoices.md', invoices.replaceAll('invoice.sent', 'Invoice.Paid'));
  const ids = ['Invoice.Paid', 'invoice.paid'].map((name) => webhooks[name].post.operationId);
  assert.deepEqual(ids, ['onInvoicePaid', 'onInvoicePaid2']);
});

test('a field that an update ignores is not said to need its present value', () => {
  const idOf = (text: string): string =>
    describe('invoices.md', text).components.schemas.InvoiceUpdate.properties.id.description;
  assert.match(idOf(invoices), /Cannot be changed: send its present value or leave it out\.$/);
  assert.match(idOf(invoices.replace('Unknown fields: refused', 'Unknown fields: ignored')), /Ignored\.$/);
});

test('a path, a query, a body and a response of one example have one name', () => {
  const request = { method: 'POST', path: '/invoices/inv_1/pay', headers: {}, body: { amount: 1 } };
  const response = { status: 200, headers: {}, body: { id: 'inv_1' } };
  const listed = { method: 'GET', path: '/invoices?status=draft,open&limit=2', headers: {} };
  // A refusal may have no code.
  const refused = { request: { ...request, body: { amount: 'x' } }, response: { status: 422, headers: {}, body: {} } };
  const { paths } = describe('invoices.md', invoices, {
    'pay Invoice': [
      { operation: 'pay Invoice', title: 'pay Invoice', request, response },
      { operation: 'pay Invoice', title: 'amount is not valid', ...refused },
    ],
    'list Invoice': [
      {
        operation: 'list Invoice',
        title: 'two of them',
        request: listed,
        response: { ...response, body: { data: [] } },
      },
    ],
  });
  const { post } = paths['/invoices/{id}/pay'];
  assert.deepEqual(post.parameters[0].examples, { PayInvoice: { summary: 'Pay an invoice', value: 'inv_1' } });
  const { examples: bodies } = post.requestBody.content['application/json'];
  assert.deepEqual(bodies, { PayInvoice: { summary: 'Pay an invoice', value: { amount: 1 } } });
  assert.deepEqual(post.responses['200'].content['application/json'].examples.PayInvoice.value, { id: 'inv_1' });
  const { get } = paths['/invoices'];
  const examples = Object.fromEntries(
    get.parameters.flatMap((one: { name: string; examples?: { TwoOfThem: { value: unknown } } }) =>
      one.examples === undefined ? [] : [[one.name, one.examples.TwoOfThem.value]],
    ),
  );
  assert.deepEqual(examples, { status: ['draft', 'open'], limit: 2 });
  assert.ok('TwoOfThem' in get.responses['200'].content['application/json'].examples);
});

test('a stream whose records may leave it has the event by which they do', () => {
  const given = invoices.replace(
    '| hooks:write | ',
    '| unpaid | stream events | `status != "paid"` | |\n| hooks:write | ',
  );
  const { paths, components } = describe('invoices.md', given);
  const sent = paths['/events'].get.responses['200'].content['text/event-stream']['x-nonet-events'];
  const schema = components.schemas[sent.left.$ref.split('/').at(-1)];
  assert.deepEqual(schema.properties.data.properties.resource, { const: 'Invoice' });
  const plain = describe('invoices.md', invoices).paths['/events'].get.responses['200'].content['text/event-stream'];
  assert.ok(!('left' in plain['x-nonet-events']));
});

test('examples hold the tag that a read sends, the form of a token, and the text of a stream', () => {
  const request = { method: 'GET', path: '/invoices/inv_1', headers: { 'if-none-match': '"1"' } };
  const token = { method: 'POST', path: '/oauth/token', headers: {}, body: 'grant_type=client_credentials' };
  const stream = { status: 200, headers: {}, body: 'id: 1\ndata: {}\n\n' };
  const { paths } = describe('invoices.md', invoices, {
    'read Invoice': [
      { operation: 'read Invoice', title: 'not changed since', request, response: { status: 304, headers: {} } },
    ],
    'issue token': [
      {
        operation: 'issue token',
        title: 'a token',
        request: token,
        response: { ...stream, body: { token_type: 'x' } },
      },
    ],
    'stream events': [
      {
        operation: 'stream events',
        title: 'as they happen',
        request: { ...request, path: '/events' },
        response: stream,
      },
    ],
  });
  const tag = paths['/invoices/{id}'].get.parameters.find(({ name }: { name?: string }) => name === 'If-None-Match');
  assert.equal(tag.examples.NotChangedSince.value, '"1"');
  const form = paths['/oauth/token'].post.requestBody.content['application/x-www-form-urlencoded'];
  assert.deepEqual(form.examples.AToken.value, { grant_type: 'client_credentials' });
  assert.match(form.schema.properties.scope.pattern, /invoices:read/);
  assert.deepEqual(Object.keys(form.schema.properties), ['grant_type', 'scope', 'client_id', 'client_secret']);
  assert.deepEqual(form.schema.required, ['grant_type']);
  // The ID may stand beside HTTP Basic, a secret alone is of no client.
  assert.deepEqual(form.schema.dependentRequired, { client_secret: ['client_id'] });
  const sent = paths['/events'].get.responses['200'].content['text/event-stream'];
  assert.equal(sent.examples.AsTheyHappen.value, stream.body);
});

test('a 401 of a log in shows the code of wrong credentials and that an invalid credential has none', () => {
  const document = readFileSync(new URL('../../../tests/cases/bases/sessions.md', import.meta.url), 'utf8');
  const describe = (text: string) => {
    const whole = buildWholePlanOf(readDocument(createSource('sessions.md', text)).service)!;
    // biome-ignore lint/suspicious/noExplicitAny: a test looks into the description
    const made = describeOpenapi(whole) as any;
    const { $ref } = made.paths['/sessions'].post.responses['401'];
    return [$ref, made.components.responses[$ref.split('/').at(-1)].description];
  };
  const row = '| wrong_password | 401 | wrong credentials | E-mail address or password is wrong |';
  assert.deepEqual(describe(document), [
    '#/components/responses/WrongPasswordOrInvalidCredential',
    'One of these errors:\n\n- `wrong_password`: E-mail address or password is wrong.\n- without a code: Invalid credential.',
  ]);
  assert.deepEqual(describe(document.replace(row, `${row}\n| no_token | 401 | invalid credential | |`)), [
    '#/components/responses/NoTokenOrWrongPassword',
    'One of these errors:\n\n- `no_token`: Invalid credential.\n- `wrong_password`: E-mail address or password is wrong.',
  ]);
});
