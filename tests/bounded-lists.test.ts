import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDocument } from '../src/parts/index.ts';
import { createSource } from '../src/text/location.ts';
import { documentText, keyed } from './support/document-text.fixture.ts';

/** The warnings about paging of a list of things, with a quota. */
function warningsWith(quota: string): readonly string[] {
  const text = documentText('Things', {
    resources: `### Thing

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | assigned from caller.shop |`,
    endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Thing | POST | /things | | 201 \`Thing\` |
| list Thing | GET | /things | | 200 \`Thing[]\` |`,
    authentication: keyed('| all | all | |'),
    limits: `| Limit | Kind | Applies to | Per | Value |
| --- | --- | --- | --- | --- |
${quota}`,
  });
  const { diagnostics } = readDocument(createSource('things.md', text));
  return diagnostics.map(({ code }) => code).filter((code) => code === 'endpoints/no-paging');
}

test('a list needs no paging if a quota allows no more records than a page has', () => {
  assert.deepEqual(warningsWith('| kept | quota | Thing | | 1000 |'), []);
  assert.deepEqual(warningsWith('| kept | quota | create Thing | | 10 |'), []);
  for (const quota of ['| kept | quota | Thing | | 1001 |', '| kept | quota | Thing | caller.shop | 10 |'])
    assert.deepEqual(warningsWith(quota), ['endpoints/no-paging'], quota);
});
