import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildWholePlan, readDocument } from '../src/parts/index.ts';
import { createSource } from '../src/text/location.ts';
import { documentText } from './support/document-text.fixture.ts';

const fields = Array.from({ length: 50 }, (_, at) => `| f${at} | string | |`).join('\n');
const rows = Array.from({ length: 20 }, (_, at) => `| op${at} (handler) | POST | /op${at} | \`Item\` | 201 \`Item\` |`);

test('operations that name one resource share its members, in requests and in responses', () => {
  const text = documentText('Items', {
    resources: `### Item

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
${fields}`,
    endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
${rows.join('\n')}`,
  });
  const { service, diagnostics } = readDocument(createSource('items.md', text));
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity === 'error'),
    [],
  );
  const { operations } = buildWholePlan(service);
  const membersOf = (shape: unknown): unknown => (shape as { members: unknown }).members;
  const inputs = new Set(operations.map(({ input }) => membersOf(input)));
  const outputs = new Set(operations.map(({ responses }) => membersOf(responses[0]!.shape)));
  assert.deepEqual([operations.length, inputs.size, outputs.size], [20, 1, 1]);
});
