import { documentText, keyed, versioned } from '../../support/document-text.fixture.ts';
import type { Context } from '../handlers/handlers.fixture.ts';

/** The records of shops that clients create or replace at their addresses: by an identity, a tuple, a unique field and the caller. */
export const whenNew = documentText('Settings', {
  purpose: 'Keeps settings of shops.',
  resources: `### Setting

| Field | Type | Constraints |
| --- | --- | --- |
| name | string | identity; ..100 characters |
| shop | string | |
| value | string | required |
| level | integer | default 3 |
| note | string | |
| origin | string | required; create-only |
| hidden | boolean | default false |
| created_at | date-time | assigned |
| secret | secret | assigned; shown once |
| status | state | |

| Rule | Check |
| --- | --- |
| level_in_range | \`level <= 9\` |

### Project

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | |
| options | integer | default 0; read-only |

### Option

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | |
| project | ref Project | required; on delete cascade |
| key | string | required; unique with project |
| number | integer | assigned; unique with project |
| value | string | |
| changes | integer | default 0; read-only |

| Rule | On | Check | Error |
| --- | --- | --- | --- |
| no_no | create | \`not has(input.value) or input.value != "no"\` | refused |

### Color

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | |
| tone | one of red, green | required; unique |
| code | string | required |

### Part

| Field | Type | Constraints |
| --- | --- | --- |
| number | int64 | identity |
| shop | string | |
| text | string | required |

### Item

| Field | Type | Constraints |
| --- | --- | --- |
| id | typeid item | identity |
| shop | string | |
| text | string | required |

### Login (object)

| Field | Type | Constraints |
| --- | --- | --- |
| password | password | required; write-only |
| logins | int64 | default 0 |

### Account

| Field | Type | Constraints |
| --- | --- | --- |
| name | string | identity |
| shop | string | |
| login | Login | required; write-only |

### Profile

| Field | Type | Constraints |
| --- | --- | --- |
| id | string | assigned from caller.id |
| shop | string | |
| city | string | |`,
  states: `### Setting

| State | Kind |
| --- | --- |
| draft | initial |
| active | |
| removed | gone |

| From | Transition | To | Guard | Effect |
| --- | --- | --- | --- | --- |
| draft, active | replace | active | | |
| draft, active | delete | removed | | |

### Option

| From | Transition | To | Guard | Effect | Error |
| --- | --- | --- | --- | --- | --- |
| | create | | | \`project.options = project.options + 1\` | |
| | replace | | | \`changes = changes + 1\` | |`,
  endpoints: `- Request media types: application/json, application/x-www-form-urlencoded

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| replace Setting | PUT | /settings/{name} | \`Setting\` | 200 \`Setting\`; 201 \`Setting\` header Location when new |
| read, delete Setting | | /settings/{name} | | |
| create, read Project | | /projects | | |
| replace Option | PUT | /shops/{shop}/projects/{project}/options/{key} | \`Option(value?)\` | 200 \`Option\`; 201 \`Option\` when new |
| read Option | GET | /shops/{shop}/projects/{project}/options/{key} | | 200 \`Option\` |
| replace Color | PUT | /shops/{shop}/colors/{tone} | | 200 \`Color\`; 201 \`Color\` when new |
| replace Part | PUT | /parts/{number} | | 200 \`Part\`; 201 \`Part\` when new |
| replace Item | PUT | /items/{id} | | 204; 201 \`Item\` when new |
| replace Account | PUT | /accounts/{name} | | 200 \`Account(name)\`; 201 \`Account(name)\` when new |
| match Account (handler) | POST | /accounts/{name}/match | \`{ password: Login.password }\` | 200 \`Account(name)\`; 204 |
| replace Profile | PUT | /me | | 200 \`Profile\`; 201 \`Profile\` when new |
| list events | GET | /events | | 200 \`{ data: { type: event type, data: payload }[] }\` |

### replace Profile

- Record: caller.id

### Idempotency

| Operations | Key | Kept for | When absent |
| --- | --- | --- | --- |
| replace Setting, replace Option | header Idempotency-Key | 1 day | allowed |

### list events

| Parameter | Maps to |
| --- | --- |
| limit | page size |`,
  authentication: `- Tenant: shop

${keyed(
  `| all | all Project, all Option, replace Setting, delete Setting, all Color, all Part, all Item, all Profile, all Account, list events | |
| all | read Setting | \`hidden == false\` |
| few | replace Setting | \`level < 5\` |
| few | read Setting | |
| owner | replace Setting, read Setting | \`note == caller.id\` |`,
)}`,
  events: `| Event | When | Payload |
| --- | --- | --- |
| setting_made | create Setting | \`Setting(name, value)\` |
| setting_replaced | replace Setting | \`Setting(name, value)\` |
| option_made | create Option | \`Option(key)\` |
| option_replaced | replace Option | \`Option(key)\` |`,
  errors: `- Body: problem details

| Code | Status | Condition |
| --- | --- | --- |
| missing | 404 | not found |
| taken | 409 | not unique |
| full | 403 | quota |
| denied | 403 | forbidden |
| gone | 410 | gone |
| refused | 409 | |
| rule | 409 | rule broken |
| failed | 412 | precondition failed |
| invalid | 422 | invalid input |`,
  limits: `| Limit | Kind | Applies to | Per | Value |
| --- | --- | --- | --- | --- |
| colors | quota | Color | caller.shop | 1 |`,
  versioning: versioned(
    ['3', '2', '1'],
    '| 3 | renamed | Setting.value | content | | |\n| 3 | renamed | Part.number | no | | |',
  ),
});

/** The code of the document: hooks that note whether there is a record, and a handler that compares a password. */
export function createWhenNewCode(noted: { before: string[]; after: string[] }): object {
  return {
    'match Account': ({ prepared, record, answer }: Context) => (prepared ? record : answer(204)),
    before: {
      'replace Setting': ({ record, input }: Context) => {
        noted.before.push(`${record?.value} ${input.value}`);
      },
      'match Account': ({ record, input, password }: Context) =>
        password.matches(input.password, record.login.password),
    },
    after: {
      'replace Setting': ({ record }: Context) => {
        noted.after.push(record.value);
      },
    },
  };
}
