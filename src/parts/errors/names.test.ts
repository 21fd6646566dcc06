import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codesOf, documentOf } from '../document.fixture.ts';
import { buildPlan, buildVersionPlan } from '../index.ts';

const order = `
### Order

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| status | state | |
| total | integer | required |

| Rule | Check | Error |
| --- | --- | --- |
| positive | \`total > 0\` | Total.Invalid |
`;
const states = `
### Order

| State | Kind |
| --- | --- |
| open | initial |
| paid | final |

| From | Transition | To | Guard | Error |
| --- | --- | --- | --- | --- |
| open | pay | paid | \`total > 5\` | INVALID-42 |
`;
const endpoints = `
| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Order | POST | /orders | \`Order\` | 201 \`Order\` |
| pay Order | POST | /orders/{id}/pay | | 200 \`Order\` |
`;
const errors = `
| Code | Status | Condition |
| --- | --- | --- |
| AsyncRequired | 422 | invalid input |
| NOT_FOUND | 404 | not found |
| INVALID-42 | 409 | guard fails on pay Order |
| Total.Invalid | 422 | rule broken on Order |
| RateLimited | 429 | rate limit |
`;
const limits = `
| Limit | Kind | Applies to | Per | Value | When exceeded |
| --- | --- | --- | --- | --- | --- |
| calm | rate | all | ip | 5 per second | RateLimited |
`;
const parts = { resources: order, states, endpoints, errors, limits };

test('a code is written as its API has it, wherever it is named', () => {
  const { diagnostics, service } = documentOf({ ...parts });
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity === 'error').map(({ code, message }) => `${code} ${message}`),
    [],
  );
  assert.deepEqual(
    buildPlan(service).errors.codes.map(({ code }) => code),
    ['AsyncRequired', 'NOT_FOUND', 'INVALID-42', 'Total.Invalid', 'RateLimited'],
  );
});

test('rows of Changes name such codes, one that looks like a field behind `code`', () => {
  const versioning = `
| Version | Status |
| --- | --- |
| 2 | current |
| 1 | supported |

| Version | Change | What | Before | Old responses |
| --- | --- | --- | --- | --- |
| 2 | renamed | NOT_FOUND | NotThere | |
| 2 | renamed | code Total.Invalid | Sum.Invalid | |
| 2 | error added | RateLimited | | as INVALID-42 |
| 2 | error removed | Old.Code | | |
`;
  const { diagnostics, service } = documentOf({ ...parts, versioning });
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity === 'error').map(({ code, message }) => `${code} ${message}`),
    [],
  );
  assert.deepEqual(
    buildVersionPlan(service, '1')?.interface.errors.codes.map(({ code }) => code),
    ['AsyncRequired', 'NotThere', 'INVALID-42', 'Sum.Invalid'],
  );
});

test('a code with other characters is none', () => {
  for (const code of ['Not Found', '_X', 'a/b', '.x'])
    assert.deepEqual(
      codesOf(documentOf({ ...parts, errors: errors.replace('NOT_FOUND', code) })).filter((diagnosticCode) =>
        diagnosticCode.endsWith('/name'),
      ),
      ['errors/name'],
      code,
    );
});
