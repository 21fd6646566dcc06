import { documentText, keyed } from '../../support/document-text.fixture.ts';

/** A document in which nearly every condition can happen; `codes` are the rows of its Errors table. */
export function refusing(codes: readonly string[], body = 'problem details'): string {
  return documentText('Refusals', {
    purpose: `Refuses whatever can be refused.

- In scope: refusals`,
    resources: `### Folder

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | assigned from caller.shop |
| name | string | required; ..40 characters; unique with shop |

### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | assigned from caller.shop |
| folder | ref Folder | required; on delete restrict |
| text | string | required; ..40 characters |
| state | state | |

| Rule | Check | Error |
| --- | --- | --- |
| polite | \`text != "rude"\` | |

### Letter

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | assigned from caller.shop |

### Person

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | |
| name | string | required; unique |
| password | password | required; write-only |`,
    states: `### Note

| State | Kind |
| --- | --- |
| open | initial |
| closed | final |
| away | gone |

| From | Transition | To | Trigger | Guard |
| --- | --- | --- | --- | --- |
| open | close | closed | | \`text != "stay"\` |
| open | settle | closed | handler | \`text != "stay"\` |
| open | delete | away | | |`,
    endpoints: `- Base URL: {base_url}
- Unknown fields: refused

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Folder | POST | /folders | \`Folder\` | 201 \`Folder\` |
| list Folder | GET | /folders | | 200 \`{ data: Folder[] }\` |
| update Folder | PATCH | /folders/{id} | \`Folder\` | 200 \`Folder\` |
| delete Folder | DELETE | /folders/{id} | | 204 |
| create Note | POST | /notes | \`Note\` | 201 \`Note\` |
| read Note | GET | /notes/{id} | | 200 \`Note\` |
| delete Note | DELETE | /notes/{id} | | 204 |
| close Note | POST | /notes/{id}/close | | 200 \`Note\` |
| shut Note (handler) | POST | /notes/{id}/shut | | 204 |
| create Letter | POST | /letters | \`Letter\` | 201 \`Letter\` |
| list Letter | GET | /letters | | 200 \`{ data: Letter[] }\` |
| log in Person | POST | /sessions | \`Person(name, password)\` | 200 \`{ session: credential }\` |
| burn Letter (handler) | POST | /letters/{id}/burn | \`{ how: Note.text }\` | 204 |

### list Folder

| Parameter | Maps to |
| --- | --- |
| size | page size |

### Idempotency

| Operations | Key | Kept for | When absent |
| --- | --- | --- | --- |
| create Folder | header Idempotency-Key | 1 hour | refused |

### Preconditions

| Operations | Condition | When absent |
| --- | --- | --- |
| update Folder | header If-Match | refused |`,
    authentication: keyed(`| all | all | \`shop == caller.shop\` |
| reader | read Note | \`shop == caller.shop\` |`).replace(
      '\n\n',
      '\n| session | access token | header X-Session |\n\n',
    ),
    errors: `- Body: ${body}

| Code | Status | Condition | Message |
| --- | --- | --- | --- |
${codes.join('\n')}`,
    limits: `| Limit | Kind | Applies to | Per | Value | When exceeded |
| --- | --- | --- | --- | --- | --- |
| body | body size | all | | 200 B | |
| page | page size | all | | 2, at most 3 | |
| wait | timeout | burn Letter | | 1 second | |
| kept | quota | Letter | caller.shop | 1 | |
| calm | rate | list Letter | credential | 1 per hour | |
| alone | concurrency | burn Letter | credential | 1 | |`,
  });
}
