import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOpenapi } from '../../src/describe/openapi/index.ts';
import { readDocument } from '../../src/parts/index.ts';
import { buildWholePlanOf } from '../../src/parts/plan/whole-version.ts';
import { createSource } from '../../src/text/location.ts';

const text = `# Notes

## Resources and their fields

### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| mail | string | |
| mails | string[] | |
| due | date-time | |
| sender | Sender | |
| same | email | |

### Sender (object)

| Field | Type |
| --- | --- |
| mail | string |

## Endpoints

| Operation | Path | Request | Response |
| --- | --- | --- | --- |
| create Note | /notes | \`Note\` | 201 \`Note\` |

## Versioning

| Version | Status |
| --- | --- |
| 3 | current |
| 2 | supported |
| 1 | supported |

| Sent in | Name | When absent |
| --- | --- | --- |
| header | Version | current |

| Version | Change | What | Before | Old responses | Old requests |
| --- | --- | --- | --- | --- | --- |
| 3 | type | Note.mail | email | = \`mail\` | = \`input.mail\` |
| 3 | type | Note.mails | email[] | = \`mails\` | = \`input.mails\` |
| 3 | type | Note.due | date | = \`date(due)\` | ignored |
| 3 | type | Sender.mail | email | = \`mail\` | = \`input.mail\` |
| 2 | renamed | Note.mail | address | | |
`;

type Schema = Readonly<Record<string, unknown>> & { readonly properties: Readonly<Record<string, Schema>> };

test('responses of older versions have no format that a row of Changes does not keep; requests have them', () => {
  const { service, diagnostics } = readDocument(createSource('notes.md', text));
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message),
    [],
  );
  for (const [version, mail] of [
    ['2', 'mail'],
    ['1', 'address'],
  ] as const) {
    const { components } = describeOpenapi(buildWholePlanOf(service, version)!) as {
      readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
    };
    const { Note: shown, Sender: sender, NoteCreate: sent } = components.schemas;
    assert.deepEqual(shown!.properties[mail], { type: 'string' }, version);
    assert.deepEqual(shown!.properties.mails, { type: 'array', items: { type: 'string' } }, version);
    assert.equal(shown!.properties.due!.format, 'date', version);
    assert.equal(shown!.properties.same!.format, 'email', version);
    assert.deepEqual(sender!.properties.mail, { type: 'string' }, version);
    assert.equal(sent!.properties[mail]!.format, 'email', version);
  }
});
