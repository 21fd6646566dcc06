import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { mailing } from '../../../tests/serve/mail/mail.fixture.ts';
import { readCase } from '../../../tests/support/cases.ts';
import { buildPlan, readDocument } from '../../parts/index.ts';
import { createSource } from '../../text/location.ts';
import { startReport } from './start-report.ts';

const desk = readFileSync(new URL('../../../tests/messages/documents/desk.md', import.meta.url), 'utf8');
const plan = buildPlan(readDocument(createSource('desk.md', desk)).service);
const started = {
  plan,
  file: 'desk.md',
  store: 'sqlite:desk.db',
  address: 'http://127.0.0.1:4000',
  today: '2030-01-31',
  program: 'nonet',
  origin: 'http://127.0.0.1:4000',
};

test('a start without a first key says how to create credentials of each scheme', () => {
  const lines = startReport({ ...started, loopbackOnly: true, firstKey: undefined });
  const attributes =
    '--attribute team=… --attribute level=… --attribute share=… --attribute chief=… --attribute tags=… --attribute shift=…';
  assert.deepEqual(
    lines.slice(
      lines.indexOf('Authentication is not shown: only requests from this machine are accepted, without a proxy.') + 2,
    ),
    [
      `To create an API key: nonet keys create desk.md --scheme key --all-scopes ${attributes}`,
      '',
      `To create a client (staff): nonet keys create desk.md --scheme staff --all-scopes ${attributes}`,
      '  To call as this client: curl -u ID:SECRET …',
      '',
      `To create a client (app): nonet keys create desk.md --scheme app --all-scopes ${attributes}`,
      '  To get a token as this client: curl -u ID:SECRET -d grant_type=client_credentials http://127.0.0.1:4000/token',
      '',
    ],
  );
});

test('a start with a first key shows the key once, the gaps, and requests to try', () => {
  const text = readFileSync(new URL('../../../examples/invoices/invoices.md', import.meta.url), 'utf8');
  const invoices = buildPlan(readDocument(createSource('invoices.md', text)).service);
  const gaps = plan.gaps.slice(0, 1);
  const scheme = invoices.authentication.schemes[0]!;
  const firstKey = { key: 'key_x', scheme };
  const lines = startReport({
    ...started,
    plan: { ...invoices, gaps },
    file: 'invoices.md',
    loopbackOnly: false,
    firstKey,
  });
  assert.equal(lines[2], '1 gap. To list them: nonet gaps invoices.md');
  const at = lines.findIndex((line) => line.startsWith('Your first API key'));
  assert.match(lines[at]!, /^Your first API key \(all scopes, shop = .*\). It is shown only once:$/);
  assert.equal(lines[at + 1], '  key_x');
  assert.match(lines[at + 2]!, /^To create another: nonet keys create invoices.md --scheme key --all-scopes/);
  assert.equal(
    lines.find((line) => line.startsWith('The last request')),
    'The last request fails with 409: pay Invoice is not allowed in state draft (invoices.md:84).',
  );
});

test('a first key has no ID of a record, names the operations that require one, and what can be tried without it', () => {
  const text = `# Orders

## Resources and their fields

### Customer

| Field | Type | Constraints |
| --- | --- | --- |
| id | typeid cus | assigned |
| name | string | required |

### Order

| Field | Type | Constraints |
| --- | --- | --- |
| id | typeid ord | assigned |
| customer | ref Customer | assigned from caller.customer |
| shop | string | assigned from caller.shop |
| agent | ref Customer | |

## Endpoints

| Operation | Path | Request | Response |
| --- | --- | --- | --- |
| create Customer | /customers | \`Customer\` | 201 \`Customer\` |
| create Order | /orders | \`Order\` | 201 \`Order\` |
| list Order | /orders | | 200 \`{ data: Order[] }\` |

## Authentication

| Scheme | Kind | Sent in |
| --- | --- | --- |
| key | api key | header X-Api-Key |

| Scope | Allows | Where |
| --- | --- | --- |
| authenticated | create Customer, create Order | |
| authenticated | list Order | \`shop == caller.shop && agent == caller.agent\` |

### Caller

| Attribute | Type |
| --- | --- |
| customer | string |
| agent | string |
| shop | string |
`;
  const orders = buildPlan(readDocument(createSource('orders.md', text)).service);
  const firstKey = { key: 'key_x', scheme: orders.authentication.schemes[0]! };
  const lines = startReport({ ...started, plan: orders, file: 'orders.md', loopbackOnly: false, firstKey });
  assert.deepEqual(lines.slice(lines.indexOf('  key_x') - 1, lines.indexOf('To try, in another terminal:')), [
    'Your first API key (no scopes, shop = demo). It is shown only once:',
    '  key_x',
    'The key has no customer, the ID of a Customer. It is required by: create Order.',
    'The key has no agent, the ID of a Customer. It is required by: list Order.',
    'To create another: nonet keys create orders.md --attribute customer=… --attribute agent=… --attribute shop=… --store sqlite:desk.db',
    '',
  ]);
  const from = lines.indexOf('To try, in another terminal:');
  assert.deepEqual(lines.slice(from + 1, from + 3), [
    '  export NONET_KEY=key_x',
    "  nonet call orders.md create Customer name='Ada Lovelace'",
  ]);
});

test('a first key is not a record, so no request to try needs one', () => {
  const text = `# Orders

## Resources and their fields

### Customer

| Field | Type | Constraints |
| --- | --- | --- |
| id | typeid cus | assigned |
| name | string | required |

### Order

| Field | Type | Constraints |
| --- | --- | --- |
| id | typeid ord | assigned |
| customer | ref Customer | assigned from caller.id |

## Endpoints

| Operation | Path | Response |
| --- | --- | --- |
| create Order | /orders | |
| list Order | /orders | 200 \`{ data: Order[] }\` |
| read Customer as me | /me | |

### me

- Record: caller.id

## Authentication

| Scheme | Kind | Sent in |
| --- | --- | --- |
| key | api key | header X-Api-Key |
`;
  const orders = buildPlan(readDocument(createSource('orders.md', text)).service);
  const firstKey = { key: 'key_x', scheme: orders.authentication.schemes[0]! };
  const lines = startReport({ ...started, plan: orders, file: 'orders.md', loopbackOnly: false, firstKey });
  const tried = lines.filter((line) => line.startsWith('  ') && line.includes('nonet call'));
  assert.deepEqual(tried, ['  nonet call orders.md list Order']);
});

test('a start without a base URL says what `self` begins with, if the document uses it', () => {
  const read = (link: string): typeof plan => {
    const fields = `| Field | Type | Constraints |\n| --- | --- | --- |\n| id | integer | assigned |\n${link}`;
    const operations = '| Operation | Path | Request | Response |\n| --- | --- | --- | --- |';
    const rows = '| create Note | /notes | `Note` | 201 `Note` |\n| read Note | /notes/{id} | | 200 `Note` |';
    const text = `# Notes\n\n## Resources and their fields\n\n### Note\n\n${fields}\n\n## Endpoints\n\n${operations}\n${rows}\n`;
    return buildPlan(readDocument(createSource('notes.md', text)).service);
  };
  const report = (of: typeof plan): readonly string[] =>
    startReport({ ...started, plan: of, loopbackOnly: true, firstKey: undefined }).filter((line) =>
      line.startsWith('No base URL'),
    );
  const linked = read('| link | string | = `self` |\n');
  assert.deepEqual(report(linked), [
    'No base URL is known: `self` begins with http://127.0.0.1:4000. Pass the URL that clients use with --base-url.',
  ]);
  assert.deepEqual(report({ ...linked, base: { prefix: '', known: 'https://notes.example' } }), []);
  assert.deepEqual(report(read('')), []);
  const silent = startReport({ ...started, plan: linked, origin: undefined, loopbackOnly: true, firstKey: undefined });
  assert.ok(
    silent.includes('No base URL is known: `self` is the path alone. Pass the URL that clients use with --base-url.'),
  );
});

test('a start says that the base URL ends in a version that paths name, too', () => {
  const { text } = readCase('versioning/version-in-base.md');
  const of = buildPlan(readDocument(createSource('things.md', text)).service);
  const report = (known: string): readonly string[] =>
    startReport({ ...started, plan: { ...of, base: { prefix: '', known } }, loopbackOnly: true, firstKey: undefined });
  assert.ok(
    report('https://things.example/v1/').includes(
      'The base URL ends in /v1, so paths begin with /v1/v1. End it before the version.',
    ),
  );
  assert.ok(!report('https://things.example').some((line) => line.includes('ends in')));
});

test('a start says where emails are written in place of a mail server', () => {
  const noted = buildPlan(readDocument(createSource('notes.md', mailing())).service);
  const about = (of: typeof plan, emails?: { readonly folder: string } | 'terminal') =>
    startReport({ ...started, plan: of, loopbackOnly: false, firstKey: undefined, ...(emails && { emails }) }).filter(
      (line) => line.startsWith('Emails'),
    );
  assert.deepEqual(about(noted, 'terminal'), [
    'Emails are written to this terminal. To send them, pass --mail smtp://user:password@host:587.',
  ]);
  assert.deepEqual(about(noted, { folder: 'outbox' }), [
    'Emails are written into the folder outbox. To send them, pass --mail smtp://user:password@host:587.',
  ]);
  assert.deepEqual([about(noted), about(plan, 'terminal')], [[], []]);
});
