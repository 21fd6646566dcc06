import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { plan, read } from '../../src/operator/documents.ts';
import { root } from '../support/process.ts';
import { describe, describeExample, importSound } from './import.fixture.ts';

/** The operations of a description, whatever its placeholders are called. */
function listOperations({ paths }: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(paths as Record<string, Record<string, unknown>>)
    .flatMap(([path, item]) =>
      Object.keys(item)
        .filter((key) => key !== 'parameters')
        .map((method) => `${method} ${path.replace(/\{[^}]*\}/g, '{}')}`),
    )
    .sort();
}

const examples = globSync('examples/*/*.md', { cwd: root }).sort();

test('there are examples', () => assert.ok(examples.length >= 5, `${examples.length}`));

for (const example of examples) {
  test(`the description of ${example} imports as a page with the same operations and fields`, async () => {
    const document = readFileSync(join(root, example), 'utf8');
    const first = describe(document);
    const { text, findings } = await importSound(JSON.stringify(first));
    const second = describe(text);
    assert.deepEqual(listOperations(second), listOperations(first));
    const recognized = findings.filter(({ sentence }) => /^(create|list|read|update|replace|delete) /.test(sentence));
    const words = new Set(plan(read(document)).operations.map(({ kind, resource }) => `${kind} ${resource}`));
    for (const { sentence } of recognized) {
      const [found = ''] = sentence.split(',');
      assert.ok(words.has(found) || words.has(found.replace('replace', 'update')), `${found} is not in the example`);
    }
  });
}

test('operations of the invoices example are recognized, and only those', async () => {
  const { findings } = await importSound(JSON.stringify(describeExample('examples/invoices/invoices.md')));
  const found = findings
    .map(({ sentence }) => sentence.split(',')[0]!)
    .filter((words) => /^(create|list|read|update|replace|delete) /.test(words));
  assert.deepEqual(found.sort(), [
    'create Customer',
    'create Invoice',
    'delete Customer',
    'delete Invoice',
    'delete WebhookEndpoint',
    'list Customer',
    'list Invoice',
    'list WebhookEndpoint',
    'read Customer',
    'read Invoice',
    'read WebhookEndpoint',
    'update Customer',
    'update Invoice',
  ]);
});
