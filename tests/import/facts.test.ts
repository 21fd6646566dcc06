import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { describeExample, importSound } from './import.fixture.ts';

const facts = readFileSync(join(import.meta.dirname, 'descriptions/facts.yaml'), 'utf8');

/** The lines of a page from one heading to the next, without empty ones. */
function linesOf(page: string, heading: string): readonly string[] {
  const lines = page.split('\n');
  const start = lines.indexOf(heading) + 1;
  assert.ok(start > 0, heading);
  const end = lines.findIndex((line, index) => index >= start && line.startsWith('#'));
  return lines.slice(start, end === -1 ? undefined : end).filter((line) => line !== '' && !line.startsWith('| ---'));
}

test('a description is read by rules, each of which says why', async () => {
  const { findings } = await importSound(facts);
  const sentences = findings.map(({ sentence }) => sentence);
  assert.ok(sentences.includes('list Order, because GET /customers/{customerId}/orders shows a list of Order'));
  assert.deepEqual(
    sentences.filter((sentence) => !/^(create|list|read|delete) /.test(sentence)),
    [
      '`customer_id` of Order refers to Customer, because a path names it',
      '`product_id` of Order refers to Product, because it has its name and the type of its identity',
      '`status` is the state of Order, because it has fixed values and a default, and no request sends it',
      'POST /customers/{customerId}/orders/{orderId}/pay is a handler: the source does not say which states of Order it takes, and where it leads',
      'the header Idempotency-Key is an idempotency key, because of its name',
      'the header If-Match is a precondition, because HTTP defines it',
      'header Acme-Version names the version, because every operation has it',
      'the body of errors is { code: code, message: message }, because its members have these names and types',
      'name_taken and no_customer are codes of errors, because responses name them',
      'responses have X-RateLimit-Limit, X-RateLimit-Remaining, because they state these headers',
      'a page of list Customer has 20, at most 50, because its parameter of the page size has these bounds',
      'kong_10_per_minute is a limit of 60 per minute, because `x-kong-plugin-rate-limiting` states it',
      'rate_2 is a limit of 10 per minute, because `x-rate-limit` states it',
    ],
  );
});

test('what Nonet writes into descriptions is read back, and the rest has its reason', async () => {
  const own = describeExample('examples/invoices/invoices.md');
  const { findings, ledger, text } = await importSound(JSON.stringify(own));
  assert.deepEqual(
    findings.map(({ sentence }) => sentence).filter((sentence) => /`x-nonet-|`status`|prefix/.test(sentence)),
    [
      '`customer` of Invoice refers to Customer, because `x-nonet-ref` states it',
      '`status` is the state of Invoice, because `x-nonet-states` states it',
      'calls is a limit of 600 per minute, burst 100, because `x-nonet-limits` states it',
      'guessing is a limit of 10 per minute, because `x-nonet-limits` states it',
    ],
  );
  assert.ok(text.includes('| draft | initial | being written |'));
  assert.ok(text.includes('- In scope: customers, invoices and their lines'), text);
  const about = ledger.entries.find(({ pointer }) => pointer === '/paths/~1customers/post/description');
  assert.equal(about?.why, 'The rest follows from the other parts of a page.');
  assert.ok(text.includes('| calls | rate | all | credential | 600 per minute, burst 100 |'));
  const reasons = new Map(
    ledger.entries.map(({ pointer, why }) => [/\/(x-n[a-z-]+)(\/[0-9]\/transitions)?/.exec(pointer)?.[0], why]),
  );
  assert.deepEqual(
    [
      reasons.get('/x-nonet-operation'),
      reasons.get('/x-nonet-document'),
      reasons.get('/x-nonet-computed'),
      reasons.get('/x-nonet-versions'),
      reasons.get('/x-nonet-states/0/transitions'),
    ],
    [
      'The page names an operation by what it recognizes.',
      'It is about the description, not about the service.',
      'An expression in a description is text for people.',
      'An older version needs rows of Changes with what was before, which a description does not have.',
      'A description has no conditions and effects of transitions that can be read.',
    ],
  );
});

test('references have the constraints of what they name, and a path gives a field its value', async () => {
  const id = { type: 'string' };
  const shop = { type: 'string', pattern: '^shop_[0-7][0-9a-hjkmnp-tv-z]{25}$' };
  const show = (name: string, list = false) => {
    const one = { $ref: `#/components/schemas/${name}` };
    const schema = list ? { type: 'array', items: one } : one;
    return { 200: { description: 'ok', content: { 'application/json': { schema } } } };
  };
  const path = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
  const send = {
    content: {
      'application/json': {
        schema: { type: 'object', properties: { customer_id: { ...id, maxLength: 30 }, payer: shop } },
      },
    },
  };
  const made = {
    201: { description: 'ok', content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } },
  };
  const { text, findings, ledger } = await importSound(
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'A', version: '1' },
      'x-not-shown': ['states'],
      paths: {
        '/shops': { get: { responses: show('Shop', true) } },
        '/shops/{id}': { get: { parameters: [path('id')], responses: show('Shop') } },
        '/customers': { get: { responses: show('Customer', true) } },
        '/customers/{id}': { get: { parameters: [path('id')], responses: show('Customer') } },
        '/customers/{customer}/orders': {
          get: { parameters: [path('customer')], responses: show('Order', true) },
          post: { parameters: [path('customer')], requestBody: send, responses: made },
        },
        '/customers/{customer}/orders/{id}': {
          get: { parameters: [path('customer'), path('id')], responses: show('Order') },
        },
      },
      components: {
        schemas: {
          Shop: { type: 'object', required: ['id'], properties: { id: shop } },
          Customer: { type: 'object', required: ['id'], properties: { id } },
          Order: {
            type: 'object',
            required: ['id', 'customer'],
            properties: {
              id: { type: 'string' },
              customer: { ...id, minLength: 30, readOnly: true },
              customer_id: id,
              payer: shop,
            },
          },
        },
      },
    }),
  );
  assert.deepEqual(linesOf(text, '### Order').slice(1), [
    '| id | uuidv7 | assigned |',
    '| customer | ref Customer | required |',
    '| customer_id | ref Customer | |',
    '| payer | ref Shop | |',
  ]);
  assert.ok(
    findings.some(
      ({ sentence }) => sentence === '`payer` of Order refers to Shop, because it has the prefix of its identity',
    ),
  );
  const whyOf = (end: string) => ledger.entries.find(({ pointer }) => pointer.endsWith(end))?.why;
  assert.equal(whyOf('/customer/readOnly'), 'The path of a create gives the field its value.');
  assert.equal(whyOf('/customer/minLength'), 'A reference has the constraints of the identity to which it refers.');
  assert.equal(whyOf('/customer_id/maxLength'), 'A reference has the constraints of the identity to which it refers.');
  assert.equal(whyOf('/x-not-shown'), 'The page records what it does not state itself.');
});

test('nested paths, references and states are those of the page', async () => {
  const { text } = await importSound(facts);
  assert.deepEqual(linesOf(text, '### Order').slice(0, 6), [
    '| Field | Type | Constraints |',
    '| id | integer | assigned |',
    '| customer_id | ref Customer | required |',
    '| product_id | ref Product | |',
    '| status | state | |',
    '| total | integer | required |',
  ]);
  assert.deepEqual(linesOf(text, '## States and transitions'), ['Transitions: not shown.']);
  assert.match(text, /\n### Order\n\n\| State \| Kind \|\n\| --- \| --- \|\n\| draft \| initial \|\n\| paid \| \|\n/);
  assert.match(text, /\| read Order \| GET \| \/customers\/\{customer_id\}\/orders\/\{id\} \|/);
  assert.match(text, /\| payOrder \(handler\) \|.*\| Deprecated, served until 2027-01-31: Use payments\. \|/);
});

test('errors, limits and versions are those that the description states', async () => {
  const { text, ledger } = await importSound(facts);
  assert.deepEqual(linesOf(text, '## Errors'), [
    '- Body: `{ code: code, message: message }`',
    '| Code | Status | Condition |',
    '| name_taken | 409 | not shown |',
    '| no_customer | 404 | not shown |',
  ]);
  assert.deepEqual(linesOf(text, '## Limits'), [
    '- Response headers: X-RateLimit-Limit, X-RateLimit-Remaining',
    '| Limit | Kind | Applies to | Per | Value |',
    '| page | page size | list Customer | | 20, at most 50 |',
    '| kong_10_per_minute | rate | read Product | ip | 60 per minute |',
    '| rate_2 | rate | create Customer | not shown | 10 per minute |',
    'Size limits, time-outs: not shown.',
  ]);
  assert.deepEqual(linesOf(text, '### Idempotency').slice(1), [
    '| create Customer | header Idempotency-Key | not shown | refused |',
  ]);
  assert.deepEqual(linesOf(text, '### Preconditions').slice(1), ['| delete Customer | header If-Match | refused |']);
  assert.deepEqual(linesOf(text, '### Placement').slice(1), ['| header | Acme-Version | current |']);
  const code = ledger.entries.find(({ pointer }) => pointer.endsWith('/taken/value/code'));
  assert.equal(code?.verdict, 'stated');
  const text409 = ledger.entries.find(({ pointer }) => pointer.endsWith('/taken/value/message'));
  assert.equal(text409?.verdict, 'lost');
  const header = ledger.entries.find(({ why }) => why?.startsWith('Nonet knows'));
  assert.equal(header?.why, 'Nonet knows what this header means, and the page states its name alone.');
  assert.equal(header?.instead, 'the name of the header');
});

const small = (more: object, operation: object = {}): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    paths: { '/things': { get: { operationId: 'look', responses: { 200: { description: 'ok' } }, ...operation } } },
    ...more,
  });

test('a version is released when the description says so', async () => {
  const { text } = await importSound(
    small({
      'x-nonet-versions': [
        { name: '1', status: 'current', released: '2026-11-01' },
        { name: '0', status: 'supported' },
      ],
    }),
  );
  assert.deepEqual(linesOf(text, '## Versioning').slice(0, 2), [
    '| Version | Status | Released |',
    '| 1 | current | 2026-11-01 |',
  ]);
});

test('limits of Google are read, and those of other units are not', async () => {
  const limits = [
    { name: 'reads', metric: 'r', unit: '1/min/{project}', values: { STANDARD: 1000 } },
    { name: 'writes', metric: 'w', unit: '1/min/{project}', values: { STANDARD: 5 } },
    { name: 'odd', metric: 'r', unit: '1', values: { STANDARD: 5 } },
  ];
  const { text, findings } = await importSound(
    small({ 'x-google-management': { quota: { limits } } }, { 'x-google-quota': { metricCosts: { r: 1, w: 2 } } }),
  );
  assert.deepEqual(linesOf(text, '## Limits').slice(1, 2), ['| reads | rate | look | not shown | 1000 per minute |']);
  assert.ok(!text.includes('writes') && !text.includes('odd'), text);
  const [{ sentence } = { sentence: '' }] = findings;
  assert.equal(sentence, 'reads is a limit of 1000 per minute, because `x-google-management` states it');
});

test('a limit whose time is not one of the language is not read', async () => {
  for (const [period, expected] of [
    ['PT1H', '10 per hour'],
    [90, '10 per 90 seconds'],
    ['2 days', '10 per 2 days'],
    ['a while', undefined],
    [0.5, undefined],
  ] as const) {
    const { text } = await importSound(small({ 'x-rate-limit': { limit: 10, period } }));
    const row = expected === undefined ? undefined : `| rate | rate | all | not shown | ${expected} |`;
    assert.equal(
      text.split('\n').find((line) => line.startsWith('| rate |')),
      row,
    );
  }
});

test('a body of errors is not recognized if it needs a member that Nonet does not have', async () => {
  const body = (required: readonly string[], properties: object): string =>
    small(
      { components: { schemas: { Fault: { type: 'object', required, properties } } } },
      {
        responses: {
          400: {
            description: 'bad',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Fault' } } },
          },
        },
      },
    );
  const text = { type: 'string' };
  for (const [required, properties, expected] of [
    [['fault'], { fault: text, message: text }, undefined],
    [['message'], { fault: text, message: text }, '{ message: message }'],
    [['error'], { error: { type: 'object', properties: { code: text } } }, '{ error: { code?: code } }'],
    [[], { error: text }, '{ error?: message }'],
    [[], { code: { type: 'integer' } }, undefined],
  ] as const) {
    const page = (await importSound(body(required, properties))).text;
    const line = page.split('\n').find((one) => one.startsWith('- Body:'));
    assert.equal(line, expected === undefined ? undefined : `- Body: \`${expected}\``);
  }
});
