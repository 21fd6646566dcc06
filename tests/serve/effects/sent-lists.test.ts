import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentText, keyed, versioned } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

/** Orders that keep the list that their rows read; the Request has it under another name. */
const page = documentText('Orders', {
  resources: `### Order

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| owner | string | assigned from caller.id |
| title | string | 1..20 characters |
| lines | Item[] | default [] |
| tags | string[] | default [] |
| place | Place | |
| marks | string[] | default [] |

### Item (object)

| Field | Type | Constraints |
| --- | --- | --- |
| text | string | required |
| n | integer | default 1 |

### Place (object)

| Field | Type |
| --- | --- |
| city | string |
| notes | string[] |

### Line

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| order | ref Order | required; on delete cascade |
| text | string | 1..3 characters |
| n | integer | required; 1..9 |`,
  states: `### Order

| Transition | Effect |
| --- | --- |
| create | \`lines.each(l, create Line(order: id, text: l.text, n: l.n))\`; \`create Line(order: id, n: 1, text?: title)\` |
| update | \`marks = input.others\`; \`tags.each(t, create Line(order: id, text: t, n: 1))\`; \`place.notes.each(m, create Line(order: id, text: m, n: 2))\`; \`marks.each(m, create Line(order: id, text: m, n: 3))\` |
| copy | \`lines.each(l, create Line(order: id, text: l.text, n: l.n + 100))\` |`,
  endpoints: `- Request media types: application/json, application/json-patch+json

| Operation | Path | Request | Response |
| --- | --- | --- | --- |
| create Order | /orders | \`{ order: { items: Order.lines, title?: Order.title }, tags?: Order.tags }\` | 201 \`Order\` |
| update Order | /orders/{id} | \`{ tags?: Order.tags, text?: Line.text, place?: Order.place, marks?: Order.marks, others: Place.notes }\` | 200 \`Order\` |
| copy Order | /orders/{id}/copy | \`{ lines?: Order.lines }\` | 200 \`Order\` |
| read Line | /lines/{id} | | |`,
  authentication: keyed(`| user | all Order | \`owner == caller.id\` |
| user | all Line | \`order.owner == caller.id\` |`),
  errors: '- Codes: named after conditions',
  versioning: versioned(['2', '1'], '| 2 | renamed | Item.text | words | | |'),
});

for (const [name, address] of everyStore) {
  test(`an error about a value of the record names what the request sent for it ${name}`, async (t) => {
    const served = await serveIn(t, page, {}, undefined, await address());
    const ask = async (subject: string, line: string, body: unknown, headers: Record<string, string> = {}) => {
      const key = await served.key(['user'], {}, { subject });
      const got = await served.ask(line, { key, body, headers });
      return [
        got.status,
        ...(got.json.errors ?? []).map(({ pointer, message }: Record<string, string>) => `${pointer} ${message}`),
      ];
    };
    const long = 'must have 1 to 3 characters';
    const order = (items: object[], title?: string) => ({ order: { items, title } });
    const [good, bad] = [{ text: 'a' }, { text: 'long' }];
    assert.deepEqual(await ask('ana', 'POST /orders', order([good, bad])), [422, `/order/items/1/text ${long}`]);
    assert.deepEqual(await ask('bob', 'POST /orders', order([{ ...good, n: 10 }])), [
      422,
      '/order/items/0/n must be from 1 to 9',
    ]);
    const older = order([{ words: 'a' }, { words: 'long' }]);
    assert.deepEqual(await ask('ana', 'POST /orders', older, { v: '1' }), [422, `/order/items/1/words ${long}`]);
    assert.deepEqual(await ask('ana', 'POST /orders', order([good], 'title')), [422, `/order/title ${long}`]);
    assert.deepEqual(await ask('ana', 'POST /orders', order([good])), [201]);
    const update = (body: object) => ask('ana', 'PATCH /orders/1', { others: [], ...body });
    assert.deepEqual(await update({ tags: ['x', 'zzzz'] }), [422, `/tags/1 ${long}`]);
    assert.deepEqual(await update({ place: { notes: ['zzzz'] } }), [422, `/place/notes/0 ${long}`]);
    // What a row has set is not what the request sent, and neither is what the record has had.
    assert.deepEqual(await update({ marks: ['a'], others: ['a', 'zzzz'] }), [422, ` Line.text ${long}`]);
    assert.deepEqual(await ask('ana', 'POST /orders/1/copy', { lines: [good] }), [422, ' Line.n must be from 1 to 9']);
    const patch = [
      { op: 'add', path: '/tags/-', value: 'zzzz' },
      { op: 'add', path: '/others', value: [] },
    ];
    const type = { 'Content-Type': 'application/json-patch+json' };
    assert.deepEqual(await ask('ana', 'PATCH /orders/1', patch, type), [422, `/tags/0 ${long}`]);
    assert.deepEqual(await update({ place: { city: 'x', notes: ['n'] } }), [200]);
  });
}
