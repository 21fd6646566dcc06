import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createPythonIds } from '../../src/describe/client/python/index.ts';
import { createOperationIds } from '../../src/describe/requests.ts';
import { createModuleFolder, generateClient } from './generated.ts';

const names = ['then', 'catch', 'finally', 'constructor', 'toString', 'toJSON', 'valueOf', '__proto__'];

const document = `# Names

## Resources and their fields

### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |

## Endpoints

| Operation | Method | Path | Response |
| --- | --- | --- | --- |
| create Note | POST | /notes | 201 \`Note\` |
| read Note as then | GET | /then/{id} | 200 \`Note\` |
| read Note as toString | GET | /string/{id} | 200 \`Note\` |
| read Note as toJSON | GET | /json/{id} | 200 \`Note\` |
`;

test('a client is no promise and keeps the members of each object, whatever the names of operations', async () => {
  const folder = createModuleFolder();
  writeFileSync(join(folder, 'names.md'), document);
  const file = join(folder, 'client.ts');
  writeFileSync(file, await generateClient(join(folder, 'names.md')));
  const { createClient } = (await import(file)) as { createClient(options: object): Record<string, unknown> };
  const urls: string[] = [];
  const fetch = (url: string | URL): Promise<Response> => {
    urls.push(String(url));
    return Promise.resolve(Response.json({ id: 'a' }));
  };
  const client = await Promise.resolve(createClient({ baseUrl: 'http://service.test', fetch }));
  assert.deepEqual(urls, []);
  assert.equal(String(client), '[object Object]');
  assert.equal(JSON.stringify(client), '{}');
  await (client.ownThen as (id: string) => Promise<unknown>)('a');
  assert.deepEqual(urls, ['http://service.test/then/a']);
});

test('no operation has the name of a member that each object has', () => {
  const ids = createOperationIds(names.map((name) => ({ name })));
  const taken: readonly (string | symbol)[] = [
    ...Reflect.ownKeys(Object.prototype),
    'then',
    'catch',
    'finally',
    'toJSON',
  ];
  assert.deepEqual(
    [...ids.values()].filter((id) => taken.includes(id)),
    [],
  );
  assert.equal(ids.get('then'), 'ownThen');
});

test('no method of a Python client is a keyword or has the name of a special method', () => {
  const words = ['__init__', '__class__', '__iter__', 'from', 'class', 'async', 'None', 'self'];
  const ids = createPythonIds({ operations: words.map((name) => ({ name })) } as never);
  assert.deepEqual([...ids.values()], ['init', 'class_', 'iter_', 'from_', 'class_2', 'async_', 'none', 'self']);
});
