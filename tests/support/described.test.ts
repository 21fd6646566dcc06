import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDocument } from '../../src/parts/index.ts';
import { buildWholePlanOf } from '../../src/parts/plan/whole-version.ts';
import { createSource } from '../../src/text/location.ts';
import { createDescriptionChecker } from './described.ts';
import { documentText } from './document-text.fixture.ts';

const document = documentText('Parts', {
  resources: `### Part

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| code | string | required; pattern \`[A-Z]+\` |
| size | string | required; pattern \`[0-9]+\` |`,
  endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| read Part | GET | /parts/{id} | | 200 \`Part\` |`,
});

test('each pattern of a description is held against its own field', () => {
  const { service, diagnostics } = readDocument(createSource('parts.md', document));
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity === 'error'),
    [],
  );
  const { response } = createDescriptionChecker(buildWholePlanOf(service)!);
  const wrongOf = (json: object): readonly string[] =>
    response('GET', '/parts/{id}', 200, { type: 'application/json', json });
  assert.deepEqual(wrongOf({ id: 1, code: 'A', size: '1' }), []);
  assert.match(wrongOf({ id: 1, code: 'A', size: 'A' }).join(), /^\/size must match pattern/);
  assert.match(wrongOf({ id: 1, code: '1', size: '1' }).join(), /^\/code must match pattern/);
});
