import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { format } from '../src/markdown/write.ts';
import { buildPlan, readDocument } from '../src/parts/index.ts';
import { findUnenforced } from '../src/serve/unenforced.ts';
import { createSource } from '../src/text/location.ts';
import { root } from './support/process.ts';

const files = globSync(['examples/*/*.md', 'examples/*/versions/*.md'], { cwd: root }).filter(
  (file) => !/readme/i.test(file),
);

test('there are examples', () => {
  assert.ok(files.includes('examples/invoices/invoices.md') && files.includes('examples/seat-holds/seat-holds.md'));
  assert.ok(files.includes('examples/invoices/versions/2026-01-01.md'));
});

for (const file of files) {
  test(`${file} has no problem, stands as fmt writes it, and all that it states is enforced`, () => {
    const text = readFileSync(`${root}/${file}`, 'utf8');
    const { service, diagnostics, content } = readDocument(createSource(file, text));
    assert.equal(format(content), text);
    assert.deepEqual(
      diagnostics.map(({ code, message }) => `${code}: ${message}`),
      [],
    );
    const plan = buildPlan(service);
    assert.ok(plan.operations.length > 0);
    assert.deepEqual(findUnenforced(plan), []);
  });
}
