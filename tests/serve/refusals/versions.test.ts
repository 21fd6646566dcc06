import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentText } from '../../support/document-text.fixture.ts';
import { type Served, serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const document = documentText('Shop', {
  resources: `### Order

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| email | email | required |
| lines | Line[] | ..3 items |

### Line (object)

| Field | Type | Constraints |
| --- | --- | --- |
| label | string | required; 2..10 characters |
| count | integer | 1.. |`,
  states: 'Not shown.',
  endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Order | POST | /orders | \`Order\` | 201 \`Order\` |
| list Order | GET | /orders | | 200 \`{ data: Order[] }\` |

### list Order

| Parameter | Maps to |
| --- | --- |
| size | page size |`,
  authentication: 'None.',
  errors: `- Body: \`{ errors: fields by path { name: name, at: pointer, text: message, code: code }[] }\`

| Code | Status | Condition |
| --- | --- | --- |
| wrong | 422 | invalid input |

### Field errors

| Problem | On | Message | Code |
| --- | --- | --- | --- |
| any | Order.email | is no address | |
| too short | Line.label | is shorter than {min} | SHORT |
| any | parameter size of list Order | {name} is no size | |
| any | Line.count | counts nothing | |`,
  versioning: `| Version | Status |
| --- | --- |
| 2 | current |
| 1 | supported |

| Sent in | Name | When absent |
| --- | --- | --- |
| header | Shop-Version | current |

| Version | Change | What | Before | Old responses | Old requests |
| --- | --- | --- | --- | --- | --- |
| 2 | renamed | Order.email | mail | | |
| 2 | renamed | Order.lines | items | | |
| 2 | renamed | Line.label | text | | |
| 2 | renamed | parameter size of list Order | limit | | |
| 2 | added | Line.count | | absent | |
| 2 | renamed | wrong | invalid | | |`,
});

async function errorsOf(served: Served, line: string, version: string, body?: unknown): Promise<unknown> {
  const got = await served.ask(line, { headers: { 'Shop-Version': version }, ...(body === undefined ? {} : { body }) });
  assert.equal(got.status, 422, got.text);
  return got.json.errors;
}

for (const [store, addressOf] of everyStore) {
  test(`problems of fields have the names of the caller's version, and the same wording: ${store}`, async (t) => {
    const served = await serveIn(t, document, {}, undefined, await addressOf());
    const now = { email: 'x', lines: [{ label: 'abc' }, { label: 'a', count: 0 }] };
    assert.deepEqual(await errorsOf(served, 'POST /orders', '2', now), {
      email: [{ name: 'email', at: '/email', text: 'is no address', code: 'wrong' }],
      'lines.1.label': [{ name: 'label', at: '/lines/1/label', text: 'is shorter than 2', code: 'SHORT' }],
      'lines.1.count': [{ name: 'count', at: '/lines/1/count', text: 'counts nothing', code: 'wrong' }],
    });
    const older = { mail: 'x', items: [{ text: 'abc' }, { text: 'a' }] };
    assert.deepEqual(await errorsOf(served, 'POST /orders', '1', older), {
      mail: [{ name: 'mail', at: '/mail', text: 'is no address', code: 'invalid' }],
      'items.1.text': [{ name: 'text', at: '/items/1/text', text: 'is shorter than 2', code: 'SHORT' }],
    });
    assert.deepEqual(await errorsOf(served, 'GET /orders?size=x', '2'), {
      size: [{ name: 'size', at: 'size', text: 'size is no size', code: 'wrong' }],
    });
    assert.deepEqual(await errorsOf(served, 'GET /orders?limit=x', '1'), {
      limit: [{ name: 'limit', at: 'limit', text: 'limit is no size', code: 'invalid' }],
    });
  });
}
