import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { formatRequest } from '../../src/describe/docs/operation/samples.ts';
import { describeOpenapi } from '../../src/describe/openapi/index.ts';
import { describeTools, type SendToolRequest } from '../../src/describe/tools/index.ts';
import { createToolResult } from '../../src/describe/tools/tool.ts';
import { readDocument } from '../../src/parts/index.ts';
import { buildWholePlanOf } from '../../src/parts/plan/whole-version.ts';
import { openTest, type TestClient, type TestService } from '../../src/testing.ts';
import { createSource } from '../../src/text/location.ts';
import { documentText, keyed, versioned } from '../support/document-text.fixture.ts';
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
  const sent = async (): Promise<never> => assert.fail('sent');
  for (const [given, error] of [
    [{ name: 'c', tags: [] }, 'tags is an empty list, which a form cannot carry'],
    [{ name: null }, 'name is null, which a form cannot carry'],
    [{ item: { name: 'b', tags: null } }, 'item[tags] is null, which a form cannot carry'],
  ] as const)
    assert.deepEqual(await tool.call({ body: given }, sent), createToolResult({ error }, true));
});

/** Opens a service of a page, with a client that may do everything. */
async function openOwn(text: string): Promise<{ readonly service: TestService; readonly client: TestClient }> {
  const document = join(folder, 'own.md');
  writeFileSync(document, text);
  const own = await openTest({ document });
  return { service: own, client: await own.client({ attributes: { shop: 'a' } }) };
}

test('OpenAPI states the spelling of lists and objects that the service reads', async () => {
  const text = page
    .replace('Item(name, tags) }', 'Item(name, tags), shown: boolean }')
    .replace('media types: ', 'media types: application/json, ');
  const plan = buildWholePlanOf(readDocument(createSource('items.md', text)).service)!;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into the description
  const { paths } = describeOpenapi(plan) as any;
  const type = 'application/x-www-form-urlencoded';
  const list = { style: 'form', explode: true };
  const { content } = paths['/items'].post.requestBody;
  assert.deepEqual(content[type].encoding, { tags: list, numbers: list });
  assert.equal(content['application/json'].encoding, undefined);
  const { encoding } = paths['/wrapped'].post.requestBody.content[type];
  assert.deepEqual(encoding, { item: { style: 'deepObject', explode: true } });
  // As these styles write values (OpenAPI 3.1, Style Values).
  const send = async (path: string, body: string): Promise<unknown> => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': type };
    const request = new Request(`http://localhost${path}`, { method: 'POST', headers, body });
    const { tags, numbers } = (await (await service.fetch(request)).json()) as Record<string, unknown>;
    return { tags, numbers };
  };
  assert.deepEqual(await send('/items', 'name=a&tags=x&tags=y&numbers=3'), { tags: ['x', 'y'], numbers: [3] });
  const deep = await send('/wrapped', 'item%5Bname%5D=a&item[tags]=x&item%5Btags%5D=y');
  assert.deepEqual(deep, { tags: ['x', 'y'], numbers: undefined });
});

test('a sketch of a request shows the form for curl, and the object for generated clients', () => {
  const plan = buildWholePlanOf(readDocument(createSource('items.md', page)).service)!;
  const [curl, typescript] = formatRequest(plan, plan.operations.find(({ name }) => name === 'wrapped')!);
  const type = "-H 'Content-Type: application/x-www-form-urlencoded'";
  assert.ok(curl!.text.endsWith(`${type} \\\n  -d 'item[name]=string&item[tags]=string'`), curl!.text);
  assert.match(typescript!.text, /client\.wrapped\(\{\s+"item": \{\s+"name": string,/);
});

test('the client of nonet/testing does the same', async () => {
  const { service: other, client } = await openOwn(page);
  assert.deepEqual((await client.post('/items', item)).body, { id: 1, ...item });
  const wrapped = await client.post('/wrapped', { item: { name: 'b', tags: ['one'] } });
  assert.deepEqual(wrapped.body, { id: 2, name: 'b', tags: ['one'] });
  assert.deepEqual((await client.patch('/items/2', { tags: ['p', 'q'] })).body.tags, ['p', 'q']);
  await assert.rejects(client.patch('/items/2', { tags: [] }), {
    name: 'RangeError',
    message: 'tags is an empty list, which a form cannot carry',
  });
  assert.equal((await client.post('/items', new URLSearchParams({ name: 'd' }))).body.name, 'd');
  assert.equal((await client.post('/items', { name: 'e' }, { 'Content-Type': 'application/json' })).status, 415);
  assert.equal((await client.post('/other', { name: 'e' })).status, 404);
  await other.close();
});

test('it sends JSON where an operation takes it, and forms below a base path and a version', async () => {
  const both = page.replace('media types: application/x', 'media types: application/json, application/x');
  const { service: json, client } = await openOwn(both);
  assert.equal((await client.post('/items', { name: 'c', tags: [] })).status, 201);
  await json.close();
  const moved = page
    .replace('- Request', '- Base URL: https://api.example.com/shop\n- Request')
    .replace(
      /## Versioning[\s\S]*$/,
      `## Versioning\n\n${versioned(['2', '1'], '')}`
        .replace('| header | V |', '| path | /v{version} |')
        .replace(/\n\n\| Version \| Change[\s\S]*$/, '\n'),
    );
  const { service: old, client: caller } = await openOwn(moved);
  const made = await caller.post('/shop/v1/items', { name: 'c' });
  assert.equal(made.status, 201, made.text);
  await old.close();
});
