import { documentText, keyed } from '../../support/document-text.fixture.ts';

/** A document with quotas of all and of each shop; `rows` are those of its Limits table. */
export function counted(...rows: readonly string[]): string {
  return documentText('Notes', {
    purpose: `Keeps folders and notes.

- In scope: notes`,
    resources: `### Folder

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | assigned from caller.shop |
| name | string | required; unique with shop |

### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | assigned from caller.shop |
| folder | ref Folder | required; on delete cascade |
| text | string | required |

### Letter

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | assigned from caller.shop |
| state | state | |`,
    states: `### Letter

| State | Kind |
| --- | --- |
| kept | initial |
| away | gone |

| From | Transition | To | Trigger |
| --- | --- | --- | --- |
| kept | delete | away | |
| kept | delete | — | after 1 hour |`,
    endpoints: `- Base URL: {base_url}

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Folder | POST | /folders | \`Folder\` | 201 \`Folder\` |
| list Folder | GET | /folders | | 200 \`{ data: Folder[] }\` |
| delete Folder | DELETE | /folders/{id} | | 204 |
| create Note | POST | /notes | \`Note\` | 201 \`Note\` |
| list Note | GET | /notes | | 200 \`{ data: Note[] }\` |
| create Letter | POST | /letters | \`Letter\` | 201 \`Letter\` |
| delete Letter | DELETE | /letters/{id} | | 204 |

### Idempotency

| Operations | Key | Kept for | When absent |
| --- | --- | --- | --- |
| create Folder | header Idempotency-Key | 1 hour | allowed |`,
    authentication: keyed(`| all | all | \`shop == caller.shop\` |`),
    errors: `- Body: problem details

| Code | Status | Condition | Message |
| --- | --- | --- | --- |
| name_taken | 409 | not unique | |
| enough | 403 | quota | No more may be kept |
${rows.some((row) => row.includes('shop_is_full')) ? '| shop_is_full | 409 | | |\n' : ''}`,
    limits: `| Limit | Kind | Applies to | Per | Value | When exceeded |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}`,
  });
}
