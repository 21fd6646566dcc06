import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSource } from '../../text/location.ts';
import { readDocument } from '../index.ts';
import { createOperationNames } from '../resolve/operation-names.ts';
import { stepsIn } from '../steps.fixture.ts';
import { getBounds, planLimits } from './plan.ts';

const head = `# Case
## What the service does
## Resources and their fields
### Invoice

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| shop | string | assigned from caller.shop |

## States and transitions
## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Invoice | POST | /invoices | \`Invoice\` | 201 \`Invoice\` |
| read Invoice | GET | /invoices/{id} | | 200 \`Invoice\` |
| list Invoice | GET | /invoices | | 200 \`{ data: Invoice[] }\` |

### list Invoice

| Parameter | Maps to |
| --- | --- |
| size | page size |

## Authentication

| Scope | Allows |
| --- | --- |
| authenticated | all |
| bulk | create Invoice |

### Caller

| Attribute | Type |
| --- | --- |
| shop | string |

## Events
## Errors
## Limits

| Limit | Kind | Applies to | Per | Value | When exceeded |
| --- | --- | --- | --- | --- | --- |
`;

function limited(...rows: string[]) {
  const { service, diagnostics } = readDocument(createSource('x.md', `${head}${rows.join('\n')}\n\n## Versioning\n`));
  assert.deepEqual(
    diagnostics.filter((diagnostic) => diagnostic.severity === 'error').map((diagnostic) => diagnostic.message),
    [],
  );
  const of = (name: string) => createOperationNames(service).named.get(name)!;
  return {
    limits: planLimits(service),
    of: (name: string) => getBounds(service, of(name)),
    steps: (name: string) => stepsIn(service, name, 'limits/').map(({ step, words }) => `${step}: ${words}`),
  };
}

test('of two bounds on one operation the strictest holds, whichever stands first', () => {
  const rows = ['| a | body size | all | | 64 KiB | |', '| b | body size | create Invoice | | 1 KiB | |'];
  for (const order of [rows, rows.toReversed()])
    assert.equal(limited(...order).of('create Invoice').bodySize?.bytes, 1024);
});

test('a bound holds only where it has something to bound', () => {
  const { of, limits } = limited(
    '| a | body size | all | | 64 KiB | |',
    '| p | page size | all | | 25, at most 100 | clamp |',
  );
  assert.deepEqual(limits, []);
  assert.equal(of('read Invoice').bodySize, undefined);
  assert.equal(of('create Invoice').paging, undefined);
  assert.deepEqual(of('list Invoice').paging, {
    defaultSize: 25,
    maxSize: 100,
    clamp: true,
    words: 'pages of 25 records, at most 100 where asked for (p)',
    line: 46,
  });
});

test('a rate for all per address also counts requests that name no operation', () => {
  const { limits } = limited(
    '| a | rate | all | ip | 10 per minute | |',
    '| b | rate | all | | 10 per minute | |',
    '| c | rate | all Invoice | ip | 10 per minute | |',
  );
  assert.deepEqual(
    limits.map((limit) => [limit.name, limit.everyRequest]),
    [
      ['a', true],
      ['b', false],
      ['c', false],
    ],
  );
});

test('limits for all and per address are taken before the credential, the others behind it', () => {
  const { steps } = limited(
    '| a | rate | all | ip | 10 per minute | |',
    '| b | concurrency | all | caller.shop | 5 | |',
    '| c | concurrency | bulk | | 7 | |',
  );
  assert.deepEqual(steps('read Invoice'), [
    'limits/open-rate: at most 10 requests in 1 minute per ip (a)',
    'limits/caller-concurrency: at most 5 concurrent requests per caller.shop (b)',
    'limits/caller-concurrency: at most 7 concurrent requests for callers with bulk (c)',
    'limits/read-body: reject a body',
  ]);
});

test('a quota counts at creation, per the attribute that the field is assigned from', () => {
  const { limits, of } = limited('| kept | quota | Invoice | caller.shop | 1000 | |');
  assert.deepEqual(limits[0]?.operations, ['create Invoice']);
  assert.deepEqual(limits[0]?.per, { attribute: 'shop' });
  assert.deepEqual(of('create Invoice').limits, ['kept']);
  assert.deepEqual(of('read Invoice').limits, []);
});

test('a bound for the callers of one scope stands among the limits, so that it is not taken for one of all', () => {
  const { limits, of } = limited('| big | body size | bulk | | 1 MiB | |');
  assert.deepEqual(limits[0]?.scopes, ['bulk']);
  assert.deepEqual(limits[0]?.value, { bytes: 1_048_576 });
  assert.deepEqual(of('create Invoice'), { limits: ['big'] });
});

test('what a limit applies to adds up: operations for everybody, all others for the callers of its scopes', () => {
  const { limits, of, steps } = limited(
    '| a | rate | read Invoice, bulk | | 10 per minute | |',
    '| b | body size | create Invoice, bulk | | 1 KiB | |',
    '| c | rate | all, bulk | ip | 5 per minute | |',
  );
  assert.deepEqual(
    limits.map(({ operations, scopes, everybody }) => [operations.length, scopes, everybody]),
    [
      [3, ['bulk'], ['read Invoice']],
      [1, ['bulk'], ['create Invoice']],
      [3, undefined, undefined],
    ],
  );
  assert.equal(of('create Invoice').bodySize?.bytes, 1024);
  assert.deepEqual(of('create Invoice').limits, ['a', 'c']);
  assert.ok(steps('read Invoice').includes('limits/open-rate: at most 10 requests in 1 minute (a)'));
  assert.ok(
    steps('list Invoice').includes('limits/caller-rate: at most 10 requests in 1 minute for callers with bulk (a)'),
  );
});

test('a limit whose Per is not shown is off', () => {
  const { limits } = limited('| a | rate | all | not shown | 10 per minute | |');
  assert.deepEqual(limits, []);
});
