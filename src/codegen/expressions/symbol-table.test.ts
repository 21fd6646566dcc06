import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { listDocuments } from '../../../tests/support/cases.ts';
import { examplesOf, pages } from '../../../tests/support/examples.ts';
import { root } from '../../../tests/support/process.ts';
import { runs, sample } from '../../../tests/support/runs.ts';
import { buildPlan, readDocument } from '../../parts/index.ts';
import { createSymbolTable as vocabularyOfService } from '../../parts/resolve/vocabulary.ts';
import { createSource } from '../../text/location.ts';
import { createSymbolTable } from './symbol-table.ts';

const files = globSync('{examples,tests/documents}/**/*.md', { cwd: root });
const documents = [
  ...files.map((file) => [file, readFileSync(join(root, file), 'utf8')] as const),
  ...listDocuments(),
  ...pages.flatMap((page) =>
    examplesOf(page).flatMap(({ line, documents: all }) => all.map((text) => [`${page}:${line}`, text] as const)),
  ),
];

test('expressions of code know the fields of a plan as expressions of its document do', () => {
  let fields = 0;
  for (const [name, text] of sample(documents)) {
    const { service, diagnostics } = readDocument(createSource(name, text));
    if (diagnostics.some(({ severity }) => severity === 'error')) continue;
    const plan = buildPlan(service);
    const [stated, planned] = [vocabularyOfService(service), createSymbolTable(plan)];
    for (const of of [
      'caller',
      ...[...plan.resources, ...plan.objects, ...plan.unions].map((resource) => resource.name),
    ]) {
      const [left, right] = [stated, planned].map((table) => Object.fromEntries(table.fields(of) ?? []));
      assert.deepEqual(right, left, `${name}: ${of}`);
      fields += Object.keys(left!).length;
    }
  }
  assert.ok(fields > runs(5_000), `${fields} fields`);
});
