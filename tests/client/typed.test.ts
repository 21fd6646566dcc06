import assert from 'node:assert/strict';
import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { readDocument } from '../../src/parts/index.ts';
import { createSource } from '../../src/text/location.ts';
import { root } from '../support/process.ts';
import { compileStrictly } from './compile.ts';
import { createModuleFolder, generateClient } from './generated.ts';

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
  mkdirSync(join(folder, 'types'));
  copyFileSync(join(import.meta.dirname, 'invoices.types.ts'), join(folder, 'types/invoices.ts'));
  writeFileSync(join(folder, 'types/client.ts'), await generateClient(join(root, 'examples/invoices/invoices.md')));
  assert.equal(compileStrictly(folder), '');
});
