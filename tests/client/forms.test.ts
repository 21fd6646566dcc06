import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { describeTools, type SendToolRequest } from '../../src/describe/tools/index.ts';
import { readDocument } from '../../src/parts/index.ts';
import { buildWholePlanOf } from '../../src/parts/plan/whole-version.ts';
import { openTest, type TestService } from '../../src/testing.ts';
import { createSource } from '../../src/text/location.ts';
import { documentText, keyed } from '../support/document-text.fixture.ts';
import { createModuleFolder, generateClient } from './generated.ts';
import { generatePythonClient, listen, pythonSkip, runPython } from './python.ts';

const page = documentText('Items', {
  resources: `### Item

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| name | string | required |
| tags | string[] | |
| numbers | integer[] | |
| open | boolean | |`,
  endpoints: `- Request media types: application/x-www-form-urlencoded

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Item | POST | /items | \`Item\` | 201 \`Item\` |
| create Item as wrapped | POST | /wrapped | \`{ item: Item(name, tags) }\` | 201 \`Item\` |
| update Item | PATCH | /items/{id} | \`Item\` | 200 \`Item\` |`,
  authentication: keyed('| all | all Item, wrapped | |'),
});

type Client = Record<string, (...args: readonly unknown[]) => Promise<{ readonly data: unknown }>>;

const item = { name: 'a & b', tags: ['x,y', 'z'], numbers: [1, 2], open: true };
let service: TestService;
let key: string;
const folder = createModuleFolder();
const document = join(folder, 'items.md');
before(async () => {
  writeFileSync(document, page);
  service = await openTest({ document });
  key = await service.createKey({ subject: 'ann', scopes: ['all'], attributes: { shop: 'a' }, scheme: 'key' });
});
after(() => service.close());

test('the TypeScript client sends lists and objects in forms, and no value that a form cannot carry', async () => {
  const module = join(folder, 'client.ts');
  writeFileSync(module, await generateClient(document));
  const { createClient } = (await import(module)) as { createClient(options: object): Client };
  const client = createClient({
    baseUrl: 'http://localhost',
    credentials: { key },
    fetch: (url: URL, init: RequestInit) => service.fetch(new Request(url, init)),
  });
  const first = await client.createItem!(item);
  assert.deepEqual(first.data, { id: 1, ...item }, JSON.stringify(first));
  const wrapped = await client.wrapped!({ item: { name: 'b', tags: ['one'] } });
  assert.deepEqual(wrapped.data, { id: 2, name: 'b', tags: ['one'] });
  assert.deepEqual((await client.updateItem!(2, { tags: ['p', 'q'] })).data, { id: 2, name: 'b', tags: ['p', 'q'] });
  await assert.rejects(async () => client.createItem!({ name: 'c', tags: [] }), /tags is an empty list, which a form/);
  await assert.rejects(async () => client.updateItem!(2, { tags: null }), /tags is null, which a form cannot carry/);
});

test('the Python client does the same', { skip: pythonSkip }, async () => {
  writeFileSync(join(folder, 'items_client.py'), await generatePythonClient(document));
  const { url, close } = await listen(service);
  const script = `
import json, os
from items_client import ItemsClient as Client
client = Client(os.environ["API"], credentials={"key": os.environ["KEY"]})
made = client.create_item(json.loads(os.environ["ITEM"])).or_raise()
print(json.dumps({key: made[key] for key in made if key != "id"}, sort_keys=True))
print(json.dumps(client.wrapped({"item": {"name": "b", "tags": ["one"]}}).or_raise()["tags"]))
try:
    client.create_item({"name": "c", "tags": []})
except ValueError as error:
    print(error)
`;
  try {
    const printed = await runPython(folder, ['-c', script], { API: url, KEY: key, ITEM: JSON.stringify(item) });
    const [made = '', tags, refused] = printed.trim().split('\n');
    assert.deepEqual(JSON.parse(made), item);
    assert.deepEqual([tags, refused], ['["one"]', 'tags is an empty list, which a form cannot carry']);
  } finally {
    await close();
  }
});

test('the tools for agents do the same', async () => {
  const { service: read } = readDocument(createSource('items.md', page));
  const tool = describeTools(buildWholePlanOf(read)!).tools.find(({ name }) => name === 'createItem')!;
  const send: SendToolRequest = async ({ method, target, headers, body }) => {
    const authorized = { ...headers, Authorization: `Bearer ${key}` };
    const sent = body === undefined ? {} : { body };
    const request = new Request(`http://localhost${target}`, { method, headers: authorized, ...sent });
    const response = await service.fetch(request);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const result = await tool.call({ body: item }, send);
  assert.ok(!result.isError, result.text);
  assert.deepEqual(result.value.body, { id: 5, ...item });
});
