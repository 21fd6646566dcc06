import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentText } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { issuerKey, setOf, signed } from '../verifying/issuers.fixture.ts';

const now = Date.UTC(2026, 0, 15, 12);

/** Notes of shops that are known by UUIDs; callers have keys or the tokens of an issuer. */
const shops = documentText('Notes', {
  resources: `### Shop

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | required |

### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | ref Shop | |
| text | string | required; unique |`,
  endpoints: `- Lists: { data, next } by cursor

| Operation | Path |
| --- | --- |
| create, read Shop | /shops |
| create, read, list Note | /notes |`,
  authentication: `- Tenant: shop

| Scheme | Kind | Sent in | Credential |
| --- | --- | --- | --- |
| key | api key | header X-Key | key |
| staff | jwt | header Authorization: Bearer | token |

| Scope | Allows | Where |
| --- | --- | --- |
| operator | create Shop | all tenants |
| clerk | read Shop, all Note | |`,
});

const first = '3f2c9a54-7a0b-4d63-9f0e-5b1c2d3e4f50';
const second = '3f2c9a54-7a0b-4d63-9f0e-5b1c2d3e4fab';

for (const [name, address] of everyStore) {
  test(`a UUID in upper case is the tenant of a key and of a token ${name}`, async (t) => {
    const issuer = await issuerKey('first');
    const staff = { issuer: 'https://issuer.example', audience: 'notes', jwks: JSON.parse(setOf(issuer)) };
    const served = await serveIn(t, shops, { issuers: { staff } }, () => now, await address());
    const byKey = async (scope: string, shop?: string) => ({
      'X-Key': await served.key([scope], shop === undefined ? {} : { shop }),
    });
    const claims = { iss: staff.issuer, aud: 'notes', sub: 'ann', scope: 'clerk', exp: now / 1000 + 600 };
    const byToken = async (shop: string) => ({ Authorization: `Bearer ${await signed(issuer, { ...claims, shop })}` });
    const operator = await byKey('operator');
    for (const id of [first, second]) {
      assert.equal((await served.ask('POST /shops', { headers: operator, body: { id } })).status, 201);
    }
    for (const [at, headers] of [
      await byKey('clerk', first.toUpperCase()),
      await byToken(first.toUpperCase()),
    ].entries()) {
      assert.equal((await served.ask(`GET /shops/${first}`, { headers })).status, 200);
      assert.equal((await served.ask(`GET /shops/${second}`, { headers })).status, 404);
      const made = await served.ask('POST /notes', { headers, body: { text: `note ${at}` } });
      assert.deepEqual([made.status, made.json.shop], [201, first], made.text);
      // Both spellings are one tenant, of which a text is unique.
      const again = await served.ask('POST /notes', {
        headers: await byKey('clerk', first),
        body: { text: `note ${at}` },
      });
      assert.equal(again.status, 409, again.text);
      const listed = await served.ask('GET /notes', { headers });
      assert.equal(listed.json.data.length, at + 1);
    }
    for (const headers of [await byKey('clerk', second.toUpperCase()), await byToken(second.toUpperCase())]) {
      assert.deepEqual((await served.ask('GET /notes', { headers })).json.data, []);
      assert.equal((await served.ask('GET /notes/1', { headers })).status, 404);
    }
  });
}

/** Notes that belong to the home of their writer, which a person states as text. */
const homes = documentText('Notes', {
  resources: `### Person

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| name | string | required; unique |
| password | password | required |
| home | string | required |

### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| home | uuid | assigned from caller.home |
| text | string | required |`,
  endpoints: `- Lists: { data, next } by cursor

| Operation | Path | Request | Response |
| --- | --- | --- | --- |
| create Person | /people | | |
| log in Person | /sessions | \`Person(name, password)\` | 200 \`{ token: credential }\` |
| create, read, list Note | /notes | | |`,
  authentication: `| Scheme | Kind | Sent in | Credential |
| --- | --- | --- | --- |
| session | access token | header Authorization: Bearer | token |

| Scope | Allows | Where |
| --- | --- | --- |
| public | create Person, log in Person | |
| authenticated | all Note | \`home == caller.home\` |

| Attribute | Type |
| --- | --- |
| home | Person.home |`,
});

for (const [name, address] of everyStore) {
  test(`a UUID in upper case in the record of a caller equals that of the field ${name}`, async (t) => {
    const served = await serveIn(t, homes, {}, undefined, await address());
    const join = async (called: string, home: string) => {
      const person = { name: called, password: 'a long password' };
      assert.equal((await served.ask('POST /people', { body: { ...person, home } })).status, 201);
      return (await served.ask('POST /sessions', { body: person })).json.token as string;
    };
    const upper = await join('Ada', first.toUpperCase());
    const lower = await join('Bob', first);
    const other = await join('Cyd', second.toUpperCase());
    const made = await served.ask('POST /notes', { key: upper, body: { text: 'mine' } });
    assert.deepEqual([made.status, made.json.home], [201, first], made.text);
    for (const key of [upper, lower]) assert.equal((await served.ask('GET /notes/1', { key })).status, 200);
    assert.equal((await served.ask('GET /notes/1', { key: other })).status, 404);
    assert.equal((await served.ask('GET /notes', { key: upper })).json.data.length, 1);
  });
}
