import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { documentText, keyed, versioned } from '../../support/document-text.fixture.ts';
import { type Got, type Served, serve } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';

const tasks = documentText('Tasks', {
  purpose: 'Purpose and scope: not shown.',
  resources: `### Task

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| priority | integer | default 3 |
| huge | int64 | default 9007199254740993 |
| tags | string[] | default ["new"] |
| hint | string or null | default "h" |
| note | string | |
| part | Part | |

### Part (object)

| Field | Type | Constraints |
| --- | --- | --- |
| size | integer | default 1 |`,
  endpoints: `Base address: not shown.
- Request media types: application/json, application/json-patch+json

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Task | POST | /tasks | \`Task\` | 201 \`Task\` |
| read Task | GET | /tasks/{id} | | 200 \`Task\` |
| update Task | PATCH | /tasks/{id} | \`Task\` | 200 \`Task\` |
| replace Task | PUT | /tasks/{id} | \`Task\` | 200 \`Task\` |`,
  authentication: keyed('| clerk | all Task | `shop == caller.shop` |'),
  versioning: versioned(['2', '1'], '| 2 | default | Task.priority | 5 | | |'),
});

const sent = { priority: 1, huge: 7, tags: ['x'], hint: 'x', note: 'x', part: { size: 9 } };
const removed = { priority: null, huge: null, tags: null, hint: null, note: null, part: { size: null } };
const given = { tags: ['new'] };
const huge = '"huge":9007199254740993';

for (const [store, address] of everyStore) {
  describe(`Fields with a default that a request takes away ${store}`, () => {
    let served: Served;
    const keys: string[] = [];
    before(async () => {
      served = await serve(tasks, {}, undefined, await address());
      for (const shop of ['a', 'b']) keys.push(await served.key(['clerk'], { shop }));
    });
    after(() => served?.close());
    const ask = (line: string, body: unknown, version: string, more = {}): Promise<Got> =>
      served.ask(line, { key: keys[0], body, headers: { V: version, ...more } });
    const make = async (): Promise<string> => {
      const mine = await ask('POST /tasks', sent, '2');
      const theirs = await served.ask('POST /tasks', { key: keys[1], body: sent });
      assert.deepEqual([mine.status, theirs.status], [201, 201], mine.text);
      return `/tasks/${mine.json.id}`;
    };

    const show = ({ status, text, json }: Got): object => {
      assert.equal(status, 200, text);
      assert.ok(text.includes(huge), text);
      const { id: _, shop: __, huge: ___, ...shown } = json;
      return shown;
    };

    for (const [version, priority] of [
      ['2', 3],
      ['1', 5],
    ] as const) {
      test(`null in a merge patch of version ${version} gives the default`, async () => {
        const path = await make();
        const shown = show(await ask(`PATCH ${path}`, removed, version));
        assert.deepEqual(shown, { ...given, priority, hint: null, part: { size: 1 } });
      });

      test(`remove in a JSON Patch of version ${version} gives the default`, async () => {
        const path = await make();
        const patch = ['/priority', '/huge', '/tags', '/note', '/part/size'].map((at) => ({ op: 'remove', path: at }));
        const type = { 'Content-Type': 'application/json-patch+json' };
        const shown = show(await ask(`PATCH ${path}`, patch, version, type));
        assert.deepEqual(shown, { ...given, priority, hint: 'x', part: { size: 1 } });
      });

      test(`a replace of version ${version} gives the default of what it leaves out`, async () => {
        const path = await make();
        const shown = show(await ask(`PUT ${path}`, { part: {} }, version));
        assert.deepEqual(shown, { ...given, priority, hint: 'h', part: { size: 1 } });
      });
    }
  });
}
