import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const text = documentText('Boxes', {
  resources: `### Box

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| n | integer | default 0 |
| kind | string | default "small" |

### Item

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| box | ref Box | required |
| amount | integer | ..10 |
| tag | string | read-only |
| size | Size | |

### Log

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| kind | string | ..3 characters |

### Why (object)

| Field | Type | Constraints |
| --- | --- | --- |
| why | string | required; ..3 characters |

### Size (object)

| Field | Type | Constraints |
| --- | --- | --- |
| height | integer | ..5 |`,
  states: `### Box

| Transition | Effect |
| --- | --- |
| fill | \`create Item(box: id, amount: n)\` |
| pile | \`Item.each(i, i.box == id, i.size.height = n)\` |
| note | \`create Log(kind: kind)\` |
| close | \`Item.each(i, i.box == id, mark i(why: kind))\` |

### Item

| Transition | Effect |
| --- | --- |
| update | \`create Log(kind: box.kind)\` |
| mark | \`tag = input.why\` |`,
  endpoints: `| Operation | Path |
| --- | --- |
| create, read Box | /boxes |
| create, read Item | /items |
| fill, pile, note, close Box | /boxes/{id} |

| Operation | Method | Path | Request |
| --- | --- | --- | --- |
| mark Item | POST | /items/{id}/mark | \`Why\` |`,
  authentication: keyed('| all | all | |'),
  errors: '- Codes: named after conditions',
  versioning: `| Version | Status |
| --- | --- |
| 2 | current |
| 1 | supported |

| Sent in | Name | When absent |
| --- | --- | --- |
| header | Api-Version | current |

| Version | Change | What | Before | Old responses | Old requests |
| --- | --- | --- | --- | --- | --- |
| 2 | renamed | Item.amount | quantity | | |
| 2 | renamed | Size.height | level | | |
| 2 | renamed | Log.kind | sort | | |
| 2 | renamed | Why.why | reason | | |`,
});

for (const [name, address] of everyStore) {
  test(`errors of effects name the fields of other records as the version of the caller does, ${name}`, async (t) => {
    const served = await serveIn(t, text, {}, undefined, await address());
    const key = await served.key(['all'], {});
    const create = async (path: string, body: object) => (await served.ask(`POST ${path}`, { key, body })).json.id;
    const box = await create('/boxes', { n: 20 });
    const messageOf = async (verb: string, version: string) => {
      const headers = { 'api-version': version };
      const { status, json } = await served.ask(`POST /boxes/${box}/${verb}`, { key, headers });
      return [status, json.errors];
    };
    const expected = (message: string) => [422, [{ pointer: '', message }]];
    assert.deepEqual(await messageOf('fill', '2'), expected('Item.amount must be at most 10'));
    assert.deepEqual(await messageOf('fill', '1'), expected('Item.quantity must be at most 10'));
    assert.deepEqual(await messageOf('note', '2'), expected('Log.kind must have at most 3 characters'));
    assert.deepEqual(await messageOf('note', '1'), expected('Log.sort must have at most 3 characters'));
    const flat = await create('/boxes', { n: 3 });
    await create('/items', { box: flat, size: { height: 1 } });
    // The effect of the effect: its message names the record that it is about.
    const piled = await served.ask(`POST /boxes/${flat}/pile`, { key, headers: { 'api-version': '1' } });
    assert.deepEqual(piled.json.errors, [{ pointer: '', message: 'Log.sort must have at most 3 characters' }]);
    await create('/items', { box, size: { height: 1 } });
    assert.deepEqual(await messageOf('close', '2'), expected('Item.why must have at most 3 characters'));
    assert.deepEqual(await messageOf('close', '1'), expected('Item.reason must have at most 3 characters'));
    assert.deepEqual(await messageOf('pile', '2'), expected('Item.size.height must be at most 5'));
    assert.deepEqual(await messageOf('pile', '1'), expected('Item.size.level must be at most 5'));
  });
}
