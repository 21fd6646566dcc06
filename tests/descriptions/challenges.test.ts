import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOpenapi } from '../../src/describe/openapi/index.ts';
import { readDocument } from '../../src/parts/index.ts';
import { buildWholePlanOf } from '../../src/parts/plan/whole-version.ts';
import { createSource } from '../../src/text/location.ts';

/** Whether the description of a service with a scheme and a row of Scopes speaks of bearer credentials. */
function speaksOfBearers(scheme: string, scope: string): boolean {
  const text = `# Notes

## Resources and their fields

### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |

## Endpoints

| Operation | Path | Request | Response |
| --- | --- | --- | --- |
| list Note | /notes | | 200 \`{ data: Note[] }\` |

## Authentication

| Scheme | Kind | Sent in | Credential | Lifetime |
| --- | --- | --- | --- | --- |
| staff | ${scheme} | secret | 30 days |

| Scope | Allows |
| --- | --- |
| ${scope} | list Note |
`;
  const document = readDocument(createSource('notes.md', text));
  assert.deepEqual(
    document.diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message),
    [],
  );
  return JSON.stringify(describeOpenapi(buildWholePlanOf(document.service)!)).includes('a bearer credential lacks');
}

test('only the challenge to a bearer states lacking scopes', () => {
  const bearer = 'api key | header Authorization: Bearer';
  assert.equal(speaksOfBearers(bearer, 'reading'), true);
  assert.equal(speaksOfBearers('basic | header Authorization: Basic', 'reading'), false);
  assert.equal(speaksOfBearers('api key | header X-Api-Key', 'reading'), false);
  assert.equal(speaksOfBearers(bearer, 'authenticated'), false);
});
