import assert from 'node:assert/strict';
import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { readDocument } from '../../src/parts/index.ts';
import { createSource } from '../../src/text/location.ts';
import { root } from '../support/process.ts';
import { compileStrictly } from './compile.ts';
import { createModuleFolder, generateClient, quiet } from './generated.ts';

/** Paths of several placeholders, reads with parameters, and names that are one word alike. */
const nested = `# Nested

## Resources and their fields

### Shop

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |

### Order

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | ref Shop | required |
| note | string | |
| status | state | |

## States and transitions

### Order

| State | Kind |
| --- | --- |
| open | initial |
| done | final |

| From | Transition | To |
| --- | --- | --- |
| open | finish | done |

## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Shop | POST | /shops | | 201 \`Shop\` |
| create Order | POST | /shops/{shop}/orders | \`Order(note)\` | 201 \`Order\` |
| read Order as card | GET | /cards/{id} | | 200 \`Order\` |
| read Order | GET | /shops/{shop}/orders/{id} | | 200 \`Order\` |
| finish Order as end_it | POST | /orders/{id}/end | | 200 \`Order\` |
| finish Order as end-it | POST | /orders/{id}/end_too | | 200 \`Order\` |

### read Order

| Parameter | Maps to |
| --- | --- |
| expand | expand shop |

### card

| Parameter | Maps to | Required |
| --- | --- | --- |
| format | input one of short, long | required |

## Authentication

None.
`;

const nestedUse = `
export async function useNested(client: NestedClient): Promise<void> {
  const order = (await client.waitUntilOrder(1, 2, ['done'])).orThrow();
  const status: 'done' = order.status;
  await client.endIt(order.id);
  await client.card(order.id, { format: 'long' });
  await client.endIt2(order.id);
  const read = (await client.readOrder(1, 2, { expand: 'shop' })).orThrow();
  if (typeof read.shop === 'object') read.shop.id.toFixed();
  // @ts-expect-error: a client that expands may get the record
  read.shop.toFixed();
  void status;
}
`;

/** Words of TypeScript, and of the code of a client, that are the names of placeholders. */
const placeholders =
  'arguments async await body break call case catch class client connection const continue debugger default delete do each else enum eval export extends False finally for function if implements import in instanceof interface let new null operations options package parameters private protected public readPages readUntil result return states static super switch this throw True try typeof undefined var void while with yield'.split(
    ' ',
  );

const worded = `# Worded

## Resources and their fields

### Word

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
${placeholders.map((word) => `| ${word} | string | unique |`).join('\n')}

## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Word | POST | /words | | 201 \`Word\` |
${placeholders.map((word, at) => `| read Word as find_${at} | GET | /by-${at}/{${word}} | | 200 \`Word\` |`).join('\n')}

## Authentication

None.
`;

/** The same document of orders that are waited for, with the names of what waits as its identity and its shop. */
const waited = (shop: string, id: string): string =>
  nested
    .replace('# Nested', '# Waited')
    .replace(
      '### Order\n\n| Field | Type | Constraints |\n| --- | --- | --- |\n| id | integer | assigned |',
      `### Order\n\n| Field | Type | Constraints |\n| --- | --- | --- |\n| ${id} | integer | assigned; identity |`,
    )
    .replaceAll('| shop | ref Shop', `| ${shop} | ref Shop`)
    .replaceAll('{shop}', `{${shop}}`)
    .replaceAll('/orders/{id}', `/orders/{${id}}`)
    .replace('expand shop', `expand ${shop}`);

/** A document with a resource of some name, which has a state, events, and what else brings a module of the runtime. */
const named = (name: string): string => `# Named

## Resources and their fields

### ${name}

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| code | string | unique |
| status | state | |

### Hook

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| url | uri | required |
| secret | secret | assigned; shown once |

## States and transitions

### ${name}

| State | Kind |
| --- | --- |
| open | initial |
| done | final |

| From | Transition | To |
| --- | --- | --- |
| open | finish | done |

## Endpoints

- Lists: { data, next } by cursor

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create, list, read, update ${name} | | /things | | |
| read ${name} as card | GET | /cards/{id} | | 200 \`${name}\` |
| finish ${name} | POST | /things/{id}/finish | | 200 \`${name}\` |
| create Hook | POST | /hooks | \`Hook(url)\` | 201 \`Hook\` |
| stream events | GET | /events | | 200 |

### list ${name}

| Parameter | Maps to | Required |
| --- | --- | --- |
| code | filter | required |

### Idempotency

| Operations | Key | Kept for | When absent |
| --- | --- | --- | --- |
| create ${name} | header Idempotency-Key | 24 hours | allowed |

## Authentication

None.

## Events

| Event | When | Payload |
| --- | --- | --- |
| thing.made | create ${name} | \`${name}\` |

| Delivery | To | Events | Envelope | Signature | Attempts |
| --- | --- | --- | --- | --- | --- |
| webhook | each Hook at url | all | standard webhooks | standard webhooks with secret | 8 over 28 hours |
| sse | GET /events | all | cloudevents 1.0 | | |

## Errors

- Codes: named after conditions
- Body: problem details
`;

test('a resource may have each name that the client of another one contains', async () => {
  const folder = createModuleFolder();
  const generate = async (name: string): Promise<string> => {
    writeFileSync(join(folder, `${name}.md`), named(name));
    const client = await generateClient(join(folder, `${name}.md`));
    writeFileSync(join(folder, `${name}.ts`), client);
    return client;
  };
  const words = new Set((await generate('Thing')).match(/\b[A-Z][A-Za-z]+\b/g));
  for (const word of ['Promise', 'Record', 'Response', 'State']) assert.ok(words.has(word), word);
  for (const word of words) if (word !== 'Hook') await generate(word);
  assert.equal(compileStrictly(folder), '');
});

test('the client of each document and version compiles under strict settings; what must not compile does not', async () => {
  const folder = createModuleFolder();
  const files = globSync(['examples/**/*.md', 'tests/documents/*.md'], { cwd: root }).sort();
  let count = 0;
  for (const file of files) {
    const { service, diagnostics } = readDocument(createSource(file, readFileSync(join(root, file), 'utf8')));
    if (diagnostics.some(({ severity }) => severity === 'error')) continue;
    if (service.endpoints.operations.length === 0) continue;
    const names = service.versioning.versions.map(({ name }) => name.value);
    for (const version of names.length === 0 ? [undefined] : names) {
      const name = `${basename(file, '.md')}${version === undefined ? '' : `.${version}`}.ts`;
      writeFileSync(join(folder, name), await generateClient(join(root, file), version));
      count += 1;
    }
  }
  assert.ok(count > 10, `${count} clients`);
  writeFileSync(join(folder, 'nested.md'), nested);
  const source = await generateClient(join(folder, 'nested.md'));
  writeFileSync(join(folder, 'nested.ts'), `${source}${nestedUse}`);
  writeFileSync(join(folder, 'quiet.md'), quiet);
  writeFileSync(join(folder, 'quiet.ts'), await generateClient(join(folder, 'quiet.md')));
  const others = { worded, waited1: waited('client', 'each'), waited2: waited('states', 'readUntil') };
  for (const [name, text] of Object.entries(others)) {
    writeFileSync(join(folder, `${name}.md`), text);
    writeFileSync(join(folder, `${name}.ts`), await generateClient(join(folder, `${name}.md`)));
  }
  mkdirSync(join(folder, 'types'));
  copyFileSync(join(import.meta.dirname, 'invoices.types.ts'), join(folder, 'types/invoices.ts'));
  writeFileSync(join(folder, 'types/client.ts'), await generateClient(join(root, 'examples/invoices/invoices.md')));
  assert.equal(compileStrictly(folder), '');
});
