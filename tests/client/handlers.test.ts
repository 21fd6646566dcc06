import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openTest, type TestService } from '../../src/testing.ts';
import { createModuleFolder, generateClient } from './generated.ts';
import { generatePythonClient, listen, pythonSkip, runPython } from './python.ts';

// A handler of which the document states no error: its code creates records whose names are unique, and calls an operation with a guard.
const text = `# Register

## What the service does

Registers people.

## Resources and their fields

### Person

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| name | string | required; unique |
| status | state | |

## States and transitions

### Person

| State | Kind |
| --- | --- |
| present | initial |
| left | final |

| From | Transition | To | Trigger | Guard | Error |
| --- | --- | --- | --- | --- | --- |
| present | leave | left | handler | \`name != 'Eve'\` | must_stay |

## Endpoints

- Base URL: http://127.0.0.1:4000

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| greet (handler) | POST | /greet | \`{ name: Person.name }\` | 200 \`{ name: Person.name }\` |

## Authentication

None.

## Errors

| Code | Status | Condition |
| --- | --- | --- |
| taken | 409 | not unique |
| must_stay | 423 | guard fails |
`;

interface Context {
  readonly input: { readonly name: string };
  readonly store: { create(resource: 'Person', values: object): Promise<{ readonly id: string }> };
  call(name: 'leave Person', id: string): Promise<unknown>;
}

interface Client {
  greet(body: object): Promise<{ readonly ok: boolean; readonly error: { readonly code?: string } }>;
}

const folder = createModuleFolder();
const document = join(folder, 'register.md');
let service: TestService;

before(async () => {
  writeFileSync(document, text);
  const handlers = {
    async greet({ input, store, call }: Context) {
      const person = await store.create('Person', { name: input.name });
      await call('leave Person', person.id);
      return { name: input.name };
    },
  };
  service = await openTest({ document, handlers });
});
after(() => service.close());

test('a client reads the errors of what a handler writes and calls as results', async () => {
  const file = join(folder, 'client.ts');
  writeFileSync(file, await generateClient(document));
  assert.match(readFileSync(file, 'utf8'), /'taken'/);
  const { createClient } = (await import(file)) as { createClient(options: object): Client };
  const client = createClient({
    baseUrl: 'http://service.test',
    fetch: (url: URL, init: RequestInit) => service.fetch(new Request(url, init)),
  });
  assert.equal((await client.greet({ name: 'Ada' })).ok, true);
  assert.equal((await client.greet({ name: 'Ada' })).error.code, 'taken');
  assert.equal((await client.greet({ name: 'Eve' })).error.code, 'must_stay');
});

test('Python: a client reads the errors of what a handler writes and calls as results', {
  skip: pythonSkip,
}, async () => {
  writeFileSync(join(folder, 'client.py'), await generatePythonClient(document));
  writeFileSync(
    join(folder, 'cases.py'),
    `import os, client
made = client.RegisterClient(os.environ["URL"])
print([made.greet({"name": name}).ok or made.greet({"name": name}).error.code for name in ("Bob", "Bob", "Eve")])
`,
  );
  const { url, close } = await listen(service);
  try {
    assert.equal(await runPython(folder, ['cases.py'], { URL: url }), "[True, 'taken', 'must_stay']\n");
  } finally {
    close();
  }
});
