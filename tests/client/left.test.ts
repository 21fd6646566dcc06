import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { describePythonClient } from '../../src/describe/client/python/index.ts';
import { describeTypescriptClient } from '../../src/describe/client/typescript/index.ts';
import { readDocument } from '../../src/parts/index.ts';
import { buildWholePlanOf } from '../../src/parts/plan/whole-version.ts';
import { createSource } from '../../src/text/location.ts';
import { moving, movingHandlers } from '../serve/streams/left.fixture.ts';
import { type Served, serve } from '../serve/support/served.fixture.ts';
import { compileStrictly } from './compile.ts';
import { createModuleFolder } from './generated.ts';

/** One envelope for all events: a client reads one form. */
const document = moving
  .replace('| sse | GET /stream | task.archived | cloudevents 1.0 |\n', '')
  .replace('task.made, task.changed, task.reopened, task.deleted', 'all');
const plan = buildWholePlanOf(readDocument(createSource('moving.md', document)).service, undefined)!;
const folder = createModuleFolder();
let served: Served;

before(async () => {
  served = await serve(document, {}, undefined, undefined, movingHandlers);
});
after(() => served?.close());

test('a client keeps a list from a stream: a record that leaves is typed, and removed by its identity', async () => {
  writeFileSync(join(folder, 'client.ts'), describeTypescriptClient(plan));
  writeFileSync(
    join(folder, 'list.ts'),
    `import type { TasksEvent } from './client.ts';

export function keep(list: Map<string, string>, event: TasksEvent): void {
  if (event.type === 'task.made' || event.type === 'task.changed') list.set(event.data.id, event.data.shop);
  else if (event.type === 'left') {
    const resource: 'Task' = event.data.resource;
    list.delete(event.data.id);
    void resource;
  }
}
`,
  );
  assert.equal(compileStrictly(folder), '');
  const { createClient } = await import(join(folder, 'client.ts'));
  const { keep } = await import(join(folder, 'list.ts'));
  const key = await served.key(['hear', 'write'], { shop: 'a' });
  const client = createClient({ baseUrl: served.address, credentials: { key } });
  const stop = new AbortController();
  const list = new Map<string, string>();
  const events = client.streamEvents({ lastEventId: '0', signal: stop.signal });
  const ids: string[] = [];
  for (const title of ['one', 'two']) ids.push((await client.createTask({ shop: 'a', title })).orThrow().id);
  (await client.updateTask(ids[0], { shop: 'b' })).orThrow();
  const types: string[] = [];
  for await (const event of events) {
    types.push(event.type);
    keep(list, event);
    if (event.type === 'left') stop.abort();
  }
  assert.deepEqual(types, ['task.made', 'task.made', 'left']);
  assert.deepEqual([...list.keys()], [ids[1]]);
});

test('the client in Python has the type of a record that leaves', () => {
  const text = describePythonClient(plan);
  assert.match(text, /class LeftPayload\(TypedDict\):\n {4}resource: Literal\["Task"\]\n {4}id: str\n/);
  assert.match(text, /^TasksEvent: TypeAlias = .*LeftEvent/m);
});
