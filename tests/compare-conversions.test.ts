import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withRows } from '../src/cli/document/compare/changes-written.ts';
import { createReport } from '../src/cli/document/compare/comparing.ts';
import { type Document, readDocument } from '../src/parts/index.ts';
import { formats } from '../src/parts/resources/formats/index.ts';
import { createSource } from '../src/text/location.ts';
import { runs, sample } from './support/runs.ts';

/** A document of notes with a field of a type, in its first version or in its second one. */
function notesWith(field: string, type: string, version: 1 | 2): Document {
  const versions = version === 1 ? '| 1 | current |' : '| 2 | current |\n| 1 | supported |';
  const text = `# Notes

## Resources and their fields

### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| ${field} | ${type} | ${type === 'token' ? 'assigned; shown once' : ''} |

## Endpoints

- Base URL: https://notes.example

| Operation | Path |
| --- | --- |
| create, read, update Note | /notes |

## Versioning

| Version | Status |
| --- | --- |
${versions}

| Sent in | Name | When absent |
| --- | --- | --- |
| header | Api-Version | current |
`;
  return readDocument(createSource(`${version}.md`, text));
}

const listErrors = ({ diagnostics }: Document): readonly string[] =>
  diagnostics.filter(({ severity }) => severity === 'error').map(({ code, message }) => `${code}: ${message}`);

test('a complete row for a field of another type is one that check accepts, whatever both types and the name are', () => {
  // A `totp` is a field of second factors alone.
  const named = formats
    .filter(({ name }) => name !== 'totp')
    .map(({ name }) => (name === 'typeid' ? 'typeid note' : name));
  const types = ['string', 'integer', 'number', 'boolean', 'string[]', 'one of a, b', ...named];
  let [complete, count] = [0, 0];
  const pairs = ['text', 'value', 'type'].flatMap((field) =>
    (field === 'text' ? types : ['string']).flatMap((before) =>
      types.filter((after) => after !== before).map((after) => ({ field, before, after })),
    ),
  );
  for (const { field, before, after } of sample(pairs)) {
    const [old, now] = [notesWith(field, before, 1), notesWith(field, after, 2)];
    assert.deepEqual([...listErrors(old), ...listErrors(now)], []);
    const rows = createReport(old, now).missing.filter(({ open }) => open === undefined);
    count++;
    if (rows.length === 0) continue;
    complete++;
    const written = readDocument(createSource('written.md', withRows(now, '2', rows)));
    assert.deepEqual(listErrors(written), [], `${field}: ${before} to ${after}`);
  }
  assert.ok(complete > runs(150) && complete < count, `${complete} of ${count}`);
});
