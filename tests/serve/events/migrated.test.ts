import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { migrated } from '../../../src/stores/migration.fixture.ts';
import { allNumbered } from '../../../src/stores/suites/events.suite.ts';
import { planFor, serve } from '../support/served.fixture.ts';
import { storesInFolder } from '../support/stores.fixture.ts';

/** A document whose names differ between two versions. */
function documentOf(names: { doc: string; secret: string; shop: string; label: string; pin: string }, versions = '') {
  return `# Docs

## Resources and their fields

### Owner

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| ${names.label} | string | required |

### Part (object)

| Field | Type | Constraints |
| --- | --- | --- |
| ${names.label} | string | required |
| ${names.pin} | string | write-only |

### ${names.doc}

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| ${names.shop} | string | assigned from caller.shop |
| ${names.secret} | boolean | |
| part | Part | |
| parts | Part[] | |
| owner | ref Owner | on delete restrict |

## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Owner | | /owners | | |
| create ${names.doc} | | /docs | | |
| list events | GET | /events | | 200 \`{ data: { kind: event type, body: payload }[], next: next cursor }\` |

### list events

| Parameter | Maps to |
| --- | --- |
| cursor | cursor |

## Authentication

| Scheme | Kind | Sent in |
| --- | --- | --- |
| key | api key | header Authorization: Bearer |

| Scope | Allows | Where |
| --- | --- | --- |
| write | all | |
| read | list events | \`${names.shop} == caller.shop and (not has(${names.secret}) or ${names.secret} == false)\` |

### Caller

| Attribute | Type |
| --- | --- |
| shop | string |

## Events

| Event | When | Payload |
| --- | --- | --- |
| doc.created | create ${names.doc} | \`${names.doc}(part, parts, owner: Owner(${names.label}), ${names.secret})\` |

## Errors

- Codes: named after conditions

## Versioning

${versions || '| Version | Status |\n| --- | --- |\n| 1 | current |'}
`;
}

const older = { doc: 'Doc', secret: 'private', shop: 'shop', label: 'name', pin: 'pin' };
const newer = { doc: 'Doc', secret: 'confidential', shop: 'tenant', label: 'label', pin: 'code' };
const versions = `| Version | Status |
| --- | --- |
| 2 | current |
| 1 | supported |

| Sent in | Name | When absent |
| --- | --- | --- |
| header | Api-Version | current |

| Version | Change | What | Before |
| --- | --- | --- | --- |
| 2 | renamed | Doc.confidential | private |
| 2 | renamed | Doc.tenant | shop |
| 2 | renamed | Part.label | name |
| 2 | renamed | Part.code | pin |
| 2 | renamed | Owner.label | name |`;

for (const [store, address] of storesInFolder) {
  test(`events from before a migration have the new names, in row rules and payloads, on ${store}`, async (t) => {
    const at = await address(mkdtempSync(join(tmpdir(), 'nonet-')));
    const before = await serve(documentOf(older), {}, undefined, at);
    const key = await before.key(['read'], { shop: 'a' });
    try {
      await before.ask('POST /owners', { key: await before.key(['write'], {}), body: { name: 'Ada' } });
      for (const [shop, secret] of [
        ['a', true],
        ['a', false],
        ['b', false],
      ] as const) {
        const part = { name: shop, pin: 'PIN' };
        const body = { private: secret, part, parts: [part], owner: 1 };
        const got = await before.ask('POST /docs', { key: await before.key(['write'], { shop }), body });
        assert.equal(got.status, 201, got.text);
      }
      await allNumbered(before.store);
    } finally {
      await before.close();
    }

    const document = documentOf(newer, versions);
    assert.deepEqual((await migrated(at, planFor(document))).done, true);
    const after = await serve(document, {}, undefined, at);
    t.after(() => after.close());
    const part = { label: 'a' };
    const expected = { part, parts: [part], owner: { label: 'Ada' }, confidential: false };
    const { json } = await after.ask('GET /events', { key });
    assert.deepEqual(json.data, [{ kind: 'doc.created', body: expected }]);
    const old = await after.ask('GET /events', { key, headers: { 'Api-Version': '1' } });
    assert.deepEqual(old.json.data, [
      {
        kind: 'doc.created',
        body: { part: { name: 'a' }, parts: [{ name: 'a' }], owner: { name: 'Ada' }, private: false },
      },
    ]);
  });
}
