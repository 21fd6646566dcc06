import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentText, keyed } from '../../support/document-text.fixture.ts';
import { serveIn } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const text = documentText('Things', {
  resources: `### Box (object)

| Field | Type | Constraints |
| --- | --- | --- |
| size | integer | default 1 |
| name | string | default d |

### Thing

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| box | Box | |
| boxes | Box[] | |
| label | string | = \`has(box) ? box.name + string(box.size) : "none"\` |
| sizes | integer | = \`has(boxes) ? sum(boxes.map(b, b.size)) : 0\` |

### Plain

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| box | Box | |
| was | integer | read-only |`,
  states: `### Thing

| Transition | Effect |
| --- | --- |
| rename | \`box.name = input.name\` |
| reset | \`box.size = null\` |

### Plain

| Transition | Guard | Effect |
| --- | --- | --- |
| update | \`not has(box) or box.size == 1\` | \`was = has(box) ? box.size : 0\` |`,
  endpoints: `| Operation | Path | Request |
| --- | --- | --- |
| create, read, update Thing | /things | |
| rename Thing | /things/{id}/rename | \`{ name: Box.name }\` |
| reset Thing | /things/{id}/reset | |
| create, read, update Plain | /plains | |`,
  authentication: keyed('| all | all | |'),
  errors: '- Codes: named after conditions',
});

for (const [name, address] of everyStore) {
  test(`expressions read the defaults of members that a request or an Effect leaves out, ${name}`, async (t) => {
    const served = await serveIn(t, text, {}, undefined, await address());
    const key = await served.key(['all'], {});
    const ask = async (line: string, body?: object) => {
      const got = await served.ask(line, { key, ...(body === undefined ? {} : { body }) });
      assert.ok(got.status < 300, `${line}: ${got.text}`);
      return got.json;
    };
    const path = `/things/${(await ask('POST /things', {})).id}`;
    const patch = async (body: object) => {
      const made = await ask(`PATCH ${path}`, body);
      assert.deepEqual(await ask(`GET ${path}`), made);
      return [made.box, made.label];
    };
    assert.deepEqual(await patch({ box: { name: 'x' } }), [{ size: 1, name: 'x' }, 'x1']);
    assert.deepEqual(await patch({ box: { size: 5, name: null } }), [{ size: 5, name: 'd' }, 'd5']);
    assert.deepEqual(await patch({ box: { size: null } }), [{ size: 1, name: 'd' }, 'd1']);
    assert.equal((await ask(`PATCH ${path}`, { boxes: [{}, { size: 3 }] })).sizes, 4);
    await patch({ box: null });
    assert.equal((await ask(`POST ${path}/rename`, { name: 'y' })).label, 'y1');
    await patch({ box: { size: 8 } });
    assert.equal((await ask(`POST ${path}/reset`)).label, 'y1');
    const plain = `/plains/${(await ask('POST /plains', {})).id}`;
    const { box, was } = await ask(`PATCH ${plain}`, { box: { name: 'x' } });
    assert.deepEqual([box, was], [{ size: 1, name: 'x' }, 1]);
  });
}
