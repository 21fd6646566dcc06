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
| read Order | GET | /shops/{shop}/orders/{id} | | 200 \`Order\` |
| finish Order as end_it | POST | /orders/{id}/end | | 200 \`Order\` |
| finish Order as end-it | POST | /orders/{id}/end_too | | 200 \`Order\` |

### read Order

| Parameter | Maps to |
| --- | --- |
| expand | expand shop |

## Authentication

None.
`;

const nestedUse = `
export async function useNested(client: NestedClient): Promise<void> {
  const order = (await client.waitUntilOrder(1, 2, ['done'])).orThrow();
  const status: 'done' = order.status;
  await client.endIt(order.id);
  await client.endIt2(order.id);
  const read = (await client.readOrder(1, 2, { expand: 'shop' })).orThrow();
  if (typeof read.shop === 'object') read.shop.id.toFixed();
  // @ts-expect-error: a client that expands may get the record
  read.shop.toFixed();
  void status;
}
`;

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
  mkdirSync(join(folder, 'types'));
  copyFileSync(join(import.meta.dirname, 'invoices.types.ts'), join(folder, 'types/invoices.ts'));
  writeFileSync(join(folder, 'types/client.ts'), await generateClient(join(root, 'examples/invoices/invoices.md')));
  assert.equal(compileStrictly(folder), '');
});
