import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { type Got, type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const document = documentText('Members', {
  purpose: `Keeps members.

- In scope: members`,
  resources: `### Member

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | assigned from caller.shop |
| email | string | required; unique ignoring case with shop |
| handle | string or null | default null; unique ignoring case |`,
  endpoints: `- Base URL: {base_url}

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Member | POST | /members | \`Member\` | 201 \`Member\` |
| update Member | PATCH | /members/{id} | \`Member\` | 200 \`Member\` |
| list Member | GET | /members | | 200 \`{ data: Member[] }\` |

### list Member

| Parameter | Maps to |
| --- | --- |
| email | where \`email.lowerAscii() == value.lowerAscii()\` |
| limit | page size |`,
  authentication: keyed('| members | all Member | `shop == caller.shop` |'),
  errors: `- Body: problem details

| Code | Status | Condition |
| --- | --- | --- |
| invalid | 422 | invalid input |
| email_taken | 409 | not unique |`,
});

for (const [store, address] of everyStore) {
  describe(`values that are unique ignoring case ${store}`, () => {
    let served: Served;
    const keys: Record<string, string> = {};
    before(async () => {
      served = await serve(document, {}, undefined, await address());
      for (const shop of ['north', 'south']) keys[shop] = await served.key(['members'], { shop });
    });
    after(() => served.close());
    const ask = (who: string, line: string, body?: unknown): Promise<Got> => served.ask(line, { key: keys[who], body });
    const create = (who: string, email: string, handle: string | null = null): Promise<Got> =>
      ask(who, 'POST /members', { email, handle });

    test('a value in another case is refused within a tenant, and stays as it was sent', async () => {
      const made = await create('north', 'Ada@Example.com');
      assert.deepEqual([made.status, made.json.email], [201, 'Ada@Example.com']);
      for (const email of ['Ada@Example.com', 'ada@example.com', 'ADA@EXAMPLE.COM']) {
        const got = await create('north', email);
        assert.deepEqual([got.status, got.json.code], [409, 'email_taken'], got.text);
        assert.deepEqual(got.json.errors?.[0]?.pointer ?? '/email', '/email');
      }
      assert.equal((await create('south', 'ADA@example.com')).status, 201);
      const other = await create('north', 'bo@example.com');
      const patch = (email: string): Promise<Got> => ask('north', `PATCH /members/${other.json.id}`, { email });
      assert.equal((await patch('aDa@example.com')).status, 409);
      assert.equal((await patch('BO@example.com')).status, 200);
      const found = await ask('north', 'GET /members?email=ada%40EXAMPLE.com');
      assert.deepEqual(
        found.json.data.map(({ email }: { email: string }) => email),
        ['Ada@Example.com'],
      );
    });

    test('letters beyond ASCII keep their case, and values that are null never collide', async () => {
      const statuses = [];
      for (const [who, handle] of [
        ['north', 'été'],
        ['south', 'Été'],
        ['south', 'éTé'],
        ['north', null],
        ['north', null],
      ] as const) {
        statuses.push((await create(who, `${statuses.length}@example.com`, handle)).status);
      }
      assert.deepEqual(statuses, [201, 201, 409, 201, 201]);
    });

    test('of several requests at the same time one succeeds', async () => {
      const emails = ['cy@example.com', 'Cy@example.com', 'CY@example.com', 'cY@Example.com', 'cy@EXAMPLE.com'];
      const all = await Promise.all(emails.map((email) => create('north', email)));
      assert.deepEqual(all.map(({ status }) => status).toSorted(), [201, 409, 409, 409, 409]);
    });
  });
}
