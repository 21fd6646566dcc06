import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentText, keyed, versioned } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** Fields and members that older versions do not have, whose values for their clients do not fit. */
const page = documentText('Boxes', {
  resources: `### Box

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| owner | string | assigned from caller.id |
| labels | string[] | required |
| items | Item[] | default [] |
| label | string | default "" |

### Item (object)

| Field | Type | Constraints |
| --- | --- | --- |
| text | string | required |
| weight | integer | required |

### Part

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| box | ref Box | required; on delete cascade |
| code | string | required; ..3 characters |
| weight | integer | default 0; ..10 |`,
  states: `### Box

| Transition | Effect |
| --- | --- |
| create | \`labels.each(l, create Part(box: id, code: l))\`; \`items.each(i, create Part(box: id, code: "a", weight: i.weight))\`; \`create Part(box: id, code: "a" + label)\` |
| pack | \`input.more.each(i, create Part(box: id, code: "b", weight: i.weight))\` |`,
  endpoints: `| Operation | Path | Request | Response |
| --- | --- | --- | --- |
| create Box | /boxes | | |
| pack Box | /boxes/{id}/pack | \`{ more: Item[] }\` | 204 |
| read Part | /parts/{id} | | |`,
  authentication: keyed(`| user | all Box | \`owner == caller.id\` |
| user | all Part | \`box.owner == caller.id\` |`),
  errors: '- Codes: named after conditions',
  versioning: versioned(
    ['4', '3', '2', '1'],
    `| 4 | renamed | Box.labels | names | | |
| 4 | added | Part.code | | absent | |
| 4 | added | Item.weight | | absent | default 11 |
| 3 | added | Box.names | | absent | default ["abcd"] |
| 2 | renamed | Item.text | words | | |`,
  ),
});

for (const [name, address] of everyStore) {
  test(`an error about what an older version does not have begins with its name ${name}`, async (t) => {
    const served = await serveIn(t, page, {}, undefined, await address());
    const ask = async (subject: string, v: string, line: string, body: object) => {
      const key = await served.key(['user'], {}, { subject });
      const { status, json } = await served.ask(line, { key, body, headers: { v } });
      return [
        status,
        ...(json?.errors ?? []).map((error: Record<string, string>) => `${error.pointer}: ${error.message}`),
      ];
    };
    const create = (v: string, body: object) => ask('ana', v, 'POST /boxes', body);
    const short = 'must have at most 3 characters';
    assert.deepEqual(await create('4', { labels: ['abcd'] }), [422, `/labels/0: ${short}`]);
    assert.deepEqual(await create('3', { names: ['abcd'] }), [422, `/names/0: ${short}`]);
    assert.deepEqual(await create('2', {}), [422, `: Box.names.0 ${short}`]);
    assert.deepEqual(await create('1', { items: [{ words: 'a' }] }), [422, `: Box.names.0 ${short}`]);
    assert.deepEqual(await create('3', { names: ['a'], items: [{ text: 'a' }] }), [
      422,
      '/items/0: weight must be at most 10',
    ]);
    // What both versions have is named by its place alone.
    assert.deepEqual(await create('1', { items: [{ words: 1 }], label: 'a' }), [
      422,
      '/items/0/words: must be a string',
    ]);
    assert.deepEqual(await create('4', { labels: ['a'], label: 'bcd' }), [422, `: Part.code ${short}`]);
    assert.deepEqual(await create('3', { names: ['a'], label: 'bcd' }), [422, `: Part.code ${short}`]);
    assert.deepEqual(await ask('bob', '4', 'POST /boxes', { labels: ['a'] }), [201]);
    const more = [{ text: 'a' }, { text: 'b' }];
    assert.deepEqual(await ask('bob', '2', 'POST /boxes/1/pack', { more }), [
      422,
      '/more/0: weight must be at most 10',
    ]);
    assert.deepEqual(await ask('ana', '2', 'POST /boxes/1/pack', { more: [] }), [404]);
  });
}
