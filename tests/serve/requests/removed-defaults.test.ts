import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { describeOpenapi } from '../../../src/describe/openapi/index.ts';
import { describeTypes } from '../../../src/describe/types/index.ts';
import { readDocument } from '../../../src/parts/index.ts';
import { buildWholePlanOf } from '../../../src/parts/plan/whole-version.ts';
import { createSource } from '../../../src/text/location.ts';
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
| level | integer | |
| score | integer | = \`priority * 2\` |

### Part (object)

| Field | Type | Constraints |
| --- | --- | --- |
| size | integer | default 1 |

### Memo

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| task | ref Task | required; on delete cascade |

| Rule | Check | Error |
| --- | --- | --- |
| urgent | \`task.priority < 9\` | late |`,
  states: `### Task

| Transition | Guard | Effect |
| --- | --- | --- |
| reset | \`priority < 9 and size(tags) > 0\` | \`priority = null\`; \`huge = null\`; \`tags = has(note) ? [note] : null\`; \`hint = null\` |

### Memo

| Transition | Effect |
| --- | --- |
| clear | \`task.priority = null\`; \`task.tags = null\` |`,
  endpoints: `Base address: not shown.
- Request media types: application/json, application/json-patch+json

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Task | POST | /tasks | \`Task\` | 201 \`Task\` |
| read Task | GET | /tasks/{id} | | 200 \`Task\` |
| update Task | PATCH | /tasks/{id} | \`Task\` | 200 \`Task\` |
| replace Task | PUT | /tasks/{id} | \`Task\` | 200 \`Task\` |
| reset Task | POST | /tasks/{id}/reset | | 200 \`Task\` |
| wipe Task (handler) | POST | /tasks/{id}/wipe | | 200 \`Task\` |
| create Memo | POST | /memos | \`Memo\` | 201 \`Memo\` |
| clear Memo | POST | /memos/{id}/clear | | 200 \`Memo\` |`,
  errors: `Error body shape: not shown.

| Code | Status | Condition |
| --- | --- | --- |
| late | 409 | |`,
  authentication: keyed('| clerk | all Task, all Memo | `shop == caller.shop` |'),
  versioning: versioned(['2', '1'], '| 2 | default | Task.priority | 5 | | |\n| 2 | default | Task.level | 1 | | |'),
});

const handlers = {
  // biome-ignore lint/suspicious/noExplicitAny: handlers are typed by `nonet generate types`, not in these tests
  'wipe Task': ({ record, store }: any) => store.update('Task', record.id, { priority: null, huge: null, tags: null }),
};

const sent = { priority: 1, huge: 7, tags: ['x'], hint: 'x', note: 'x', part: { size: 9 } };
const removed = { priority: null, huge: null, tags: null, hint: null, note: null, part: { size: null } };
const given = { tags: ['new'] };
const huge = '"huge":9007199254740993';

for (const [store, address] of everyStore) {
  describe(`Fields with a default that a request takes away ${store}`, () => {
    let served: Served;
    const keys: string[] = [];
    before(async () => {
      served = await serve(tasks, {}, undefined, await address(), handlers);
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
      const { id: _, shop: __, huge: ___, score, level: ____, ...shown } = json;
      assert.equal(score, shown.priority === 5 ? 10 : shown.priority * 2);
      return shown;
    };

    test('null in an Effect, also of another record, and of a handler gives the default', async () => {
      const path = await make();
      const part = { size: 9 };
      assert.equal((await ask(`PATCH ${path}`, { note: null }, '2')).status, 200);
      const reset = show(await ask(`POST ${path}/reset`, undefined, '2'));
      assert.deepEqual(reset, { ...given, priority: 3, hint: null, part });
      assert.equal((await ask(`PATCH ${path}`, { priority: 1, huge: 1, tags: ['y'] }, '2')).status, 200);
      assert.deepEqual(show(await ask(`POST ${path}/wipe`, undefined, '2')), reset);
      assert.equal((await ask(`PATCH ${path}`, { priority: 1, tags: ['y'] }, '2')).status, 200);
      const memo = await ask('POST /memos', { task: Number(path.slice('/tasks/'.length)) }, '2');
      assert.equal(memo.status, 201, memo.text);
      assert.equal((await ask(`POST /memos/${memo.json.id}/clear`, undefined, '2')).status, 200);
      assert.deepEqual(show(await served.ask(`GET ${path}`, { key: keys[0] })), reset);
    });

    test('clients of a version with a default get it where a newer record lacks a value', async () => {
      const path = await make();
      const read = async (version: string) =>
        (await served.ask(`GET ${path}`, { key: keys[0], headers: { V: version } })).json.level;
      assert.deepEqual([await read('2'), await read('1')], [undefined, 1]);
      assert.equal((await ask(`PATCH ${path}`, { note: 'y' }, '1')).json.level, 1);
      assert.equal(await read('2'), undefined);
      assert.equal((await ask(`PATCH ${path}`, { level: 4 }, '2')).status, 200);
      assert.deepEqual([await read('2'), await read('1')], [4, 4]);
    });

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

test('a field with a default is present in expressions, responses and types, also of older versions', () => {
  const { service, diagnostics } = readDocument(createSource('tasks.md', tasks));
  assert.deepEqual(
    diagnostics.filter(({ code }) => code.startsWith('expression/')),
    [],
  );
  const required = ['id', 'shop', 'priority', 'huge', 'tags', 'hint', 'score'];
  for (const [version, more] of [
    ['2', []],
    ['1', ['level']],
  ] as const) {
    const { components } = describeOpenapi(buildWholePlanOf(service, version)!) as never as {
      readonly components: { readonly schemas: { readonly Task: { readonly required: readonly string[] } } };
    };
    assert.deepEqual(components.schemas.Task.required.toSorted(), [...required, ...more].sort(), version);
  }
  const types = describeTypes(buildWholePlanOf(service, '2')!);
  assert.match(types, /priority: number;/);
  assert.match(types, /level\?: number;/);
});
