import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { type Asked, type Got, type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const document = documentText('Register', {
  purpose: 'Registers accounts.',
  resources: `### Account

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| name | string | required |
| signing | secret | assigned; shown once |`,
  endpoints: `- Base URL: {base_url}
- Request media types: application/json, application/x-www-form-urlencoded

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Account | POST | /accounts | \`Account(name)\` | 201 \`Account\` |
| update Account | PATCH | /accounts/{id} | \`Account(name)\` | 200 \`Account\` |
| greet (handler) | POST | /greet | \`{ name: Account.name }\` | 200 \`{ name: Account.name }\` |

### greet

| Parameter | Maps to |
| --- | --- |
| header X-Tone | input string |
| tone | input string |

### Idempotency

| Operations | Key | Kept for |
| --- | --- | --- |
| create Account, update Account, greet | header Idempotency-Key | 1 hour |`,
  authentication: keyed(
    '| public | create Account, greet | |\n| all | create Account, update Account, greet | |',
    '| shop | string |',
  ),
  errors: `- Body: problem details

| Code | Status | Condition |
| --- | --- | --- |
| malformed | 400 | malformed request |
| stale | 412 | precondition failed |
| reused | 409 | idempotency key reused |`,
});

for (const [store, address] of everyStore) {
  describe(`the request of an idempotency key ${store}`, () => {
    let served: Served;
    let key: string;
    let greeted = 0;
    before(async () => {
      const greet = ({ input }: { input: Record<string, string> }) => {
        greeted++;
        return { name: input.name };
      };
      served = await serve(document, {}, undefined, await address(), { greet });
      key = await served.key(['all'], { shop: 'a' });
    });
    after(() => served.close());

    const ask = (line: string, idempotencyKey: string, { headers, ...asked }: Asked): Promise<Got> =>
      served.ask(line, { ...asked, headers: { 'Idempotency-Key': idempotencyKey, ...headers } });
    const codeOf = ({ status, json }: Got): unknown[] => [status, json.code];

    test('S48: a header that is a parameter is part of the request', async () => {
      const body = { name: 'Ada' };
      const first = await ask('POST /greet', 'tone', { key, body, headers: { 'X-Tone': 'kind' } });
      assert.equal(first.status, 200, first.text + served.logged.at(-1));
      const again = await ask('POST /greet', 'tone', { key, body, headers: { 'X-Tone': 'kind' } });
      assert.deepEqual([again.status, again.text, greeted], [200, first.text, 1]);
      for (const headers of [{ 'X-Tone': 'rude' }, {}] as Record<string, string>[])
        assert.deepEqual(codeOf(await ask('POST /greet', 'tone', { key, body, headers })), [409, 'reused']);
      assert.deepEqual(codeOf(await ask('POST /greet?tone=x', 'tone', { key, body, headers: { 'X-Tone': 'kind' } })), [
        409,
        'reused',
      ]);
      assert.equal(greeted, 1);
    });

    test('S48: conditions on the record are part of the request, and a form is another body than JSON', async () => {
      const { json, headers } = await served.ask('POST /accounts', { key, body: { name: 'Ada' } });
      const etag = headers.get('ETag') ?? '*';
      const line = `PATCH /accounts/${json.id}`;
      const asked = { key, body: { name: 'Eve' }, headers: { 'If-Match': etag } };
      const first = await ask(line, 'match', asked);
      assert.equal(first.status, 200, first.text);
      const again = await ask(line, 'match', asked);
      assert.deepEqual([again.status, again.text], [200, first.text]);
      for (const other of [{}, { 'If-Match': '*' }, { 'If-Match': etag, 'If-None-Match': '"x"' }] as Record<
        string,
        string
      >[])
        assert.deepEqual(codeOf(await ask(line, 'match', { ...asked, headers: other })), [409, 'reused']);
      assert.equal((await ask('POST /accounts', 'form', { key, body: { name: 'Ada' } })).status, 201);
      const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
      assert.deepEqual(codeOf(await ask('POST /accounts', 'form', { key, text: 'name=Ada', headers: form })), [
        409,
        'reused',
      ]);
    });

    test('S48: without a credential only a random UUID is a key, so that no one gets the response of another', async () => {
      const body = { name: 'Ada' };
      for (const guessable of [
        'k',
        '"1"',
        'x'.repeat(255),
        '00000000-0000-0000-0000-000000000000',
        'c232ab00-9414-11ec-b3c8-9f6bdeced846',
      ]) {
        const got = await ask('POST /accounts', guessable, { body });
        assert.deepEqual(codeOf(got), [400, 'malformed'], guessable);
        assert.equal(
          got.json.errors[0].message,
          'must be a random UUID of version 4 or 7 without a credential, such as "8e03978e-40d5-43dd-bc93-6894a57f9324"',
        );
      }
      for (const random of ['8e03978e-40d5-43dd-bc93-6894a57f9324', '"019ad1c0-7d3e-7b1a-9c11-6894a57f9324"']) {
        const first = await ask('POST /accounts', random, { body });
        assert.deepEqual([first.status, typeof first.json.signing], [201, 'string']);
        const again = await ask('POST /accounts', random, { body });
        assert.deepEqual([again.status, again.text], [201, first.text]);
        const mine = await ask('POST /accounts', random, { key, body });
        assert.deepEqual([mine.status, mine.json.signing === first.json.signing], [201, false]);
      }
      assert.equal((await ask('POST /accounts', 'k', { key, body })).status, 201);
    });
  });
}
