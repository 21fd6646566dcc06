import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const document = documentText('Deals', {
  purpose: 'Keeps deals.',
  resources: `### Deal

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| parties | Parties | required |

### Parties (object)

| Field | Type | Constraints |
| --- | --- | --- |
| buyer | Party | required |
| seller | Party | required |

### Party (object)

| Field | Type | Constraints |
| --- | --- | --- |
| name | string | required |
| agents | Party[] | |`,
  endpoints: `- Base URL: {base_url}

| Operation | Path | Request | Response |
| --- | --- | --- | --- |
| create Deal | /deals | \`Deal\` | 201 \`Deal\` |

### Idempotency

| Operations | Key | Kept for | When absent |
| --- | --- | --- | --- |
| create Deal | header Idempotency-Key | 24 hours | allowed |`,
  authentication: keyed('| all | create Deal | |'),
});

for (const [store, address] of everyStore) {
  // A service hashes few requests at once: it answers the others with 503 when their digests need scrypt.
  test(`many requests with idempotency keys and without passwords are answered at once ${store}`, async (t) => {
    const served = await serveIn(t, document, {}, undefined, await address());
    const keys = [await served.key(['all'], { shop: 'a' }), await served.key(['all'], { shop: 'b' })];
    const body = { parties: { buyer: { name: 'a' }, seller: { name: 'b', agents: [{ name: 'c' }] } } };
    const ask = (at: number): ReturnType<typeof served.ask> =>
      served.ask('POST /deals', { key: keys[at % 2]!, body, headers: { 'Idempotency-Key': `k${at >> 1}` } });
    const all = await Promise.all(Array.from({ length: 120 }, (_, at) => ask(at)));
    assert.deepEqual(
      new Set(all.map(({ status }) => status)),
      new Set([201]),
      all.find((got) => got.status > 201)?.text,
    );
    assert.equal(new Set(all.map(({ json }) => json.id)).size, 120);
    assert.equal((await ask(7)).json.id, all[7]!.json.id);
  });
}
