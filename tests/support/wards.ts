import { documentText } from './document-text.fixture.ts';

/** A document whose scopes overlap: public lists, any caller, rules on the caller alone, rules that differ by operation. */
export const wards = documentText('Wards', {
  intro: 'Wards of houses, and the beds in them.',
  purpose: `Keeps beds.

- In scope: beds`,
  resources: `### Ward

| Field | Type | Constraints | Meaning |
| --- | --- | --- | --- |
| id | typeid ward | assigned | |
| house | string | assigned from caller.house | |
| name | string | required; 1..40 characters | |

### Bed

| Field | Type | Constraints | Meaning |
| --- | --- | --- | --- |
| id | uuidv7 | assigned | |
| house | string | assigned from caller.house | |
| keeper | string | required; 1..20 characters | |
| ward | ref Ward | required; on delete restrict | |
| note | string | ..100 characters | |
| status | state | | |

### Place

| Field | Type | Constraints | Meaning |
| --- | --- | --- | --- |
| code | string | identity; required; 1..40 characters | |
| house | string | assigned from caller.house | |
| bed | ref Bed | required; on delete cascade | |`,
  states: `### Bed

| State | Kind | Meaning |
| --- | --- | --- |
| free | initial | |
| taken | | |
| broken | final | |

| From | Transition | To | Trigger | Guard | Effect | Error |
| --- | --- | --- | --- | --- | --- | --- |
| free | take | taken | | | | |
| taken | leave | free | | | | |
| free, taken | break | broken | | | | |
| free | delete | — | | | | |`,
  endpoints: `- Unknown fields: refused

| Operation | Method | Path | Request | Response | Meaning |
| --- | --- | --- | --- | --- | --- |
| create Ward | POST | /wards | \`Ward\` | 201 \`Ward\` | |
| read Ward | GET | /wards/{id} | | 200 \`Ward\` | |
| list Ward | GET | /wards | | 200 \`{ data: Ward[], next: next cursor }\` | |
| list Ward as board | GET | /board | | 200 \`{ data: Ward(id, name)[], count: total count }\` | |
| delete Ward | DELETE | /wards/{id} | | 204 | |
| create Bed | POST | /beds | \`Bed\` | 201 \`Bed\` | |
| create Bed as put_up | POST | /wards/{ward}/beds | \`Bed(keeper, note?)\` | 201 \`Bed\` | |
| list Bed | GET | /beds | | 200 \`{ data: Bed[], count: total count, next: next cursor }\` | |
| list Bed as of_ward | GET | /wards/{ward}/beds | | 200 \`{ data: Bed(id, ward: Ward(id, name))[], count: total count }\` | |
| read Bed | GET | /beds/{id} | | 200 \`Bed\` | |
| update Bed | PATCH | /beds/{id} | \`Bed\` | 200 \`Bed\` | |
| replace Bed | PUT | /beds/{id} | \`Bed\` | 200 \`Bed\` | |
| take Bed | POST | /beds/{id}/take | | 200 \`Bed\` | |
| leave Bed | POST | /beds/{id}/leave | | 200 \`Bed\` | |
| break Bed | POST | /beds/{id}/break | | 204 | |
| delete Bed | DELETE | /beds/{id} | | 204 | |
| create Place | PUT | /places/{code} | \`Place\` | 201 \`Place\`; 200 \`Place\` | |
| read Place | GET | /places/{code} | | 200 \`Place\` | |

### list Bed

| Parameter | Maps to | Constraints | Meaning |
| --- | --- | --- | --- |
| q | search keeper, note | | |
| ward | filter ward = | | |
| keeper | filter keeper = | | |
| named | filter ward.name = | | |
| sort | sort keeper, status | | |
| limit | page size | | |
| cursor | cursor | | |
| expand | expand ward | | |
| fields | fields | | |

### Idempotency

| Operations | Key | Kept for | When absent |
| --- | --- | --- | --- |
| create Bed, take Bed, update Bed, delete Bed | header Idempotency-Key | 24 hours | allowed |

### Preconditions

| Operations | Condition | When absent |
| --- | --- | --- |
| update Bed, delete Bed | header If-Match | allowed |`,
  authentication: `| Scheme | Kind | Sent in | Credential | Lifetime | Meaning |
| --- | --- | --- | --- | --- | --- |
| key | api key | header Authorization: Bearer | secret key | 365 days | |

| Scope | Allows | Where | Meaning |
| --- | --- | --- | --- |
| public | board | | |
| authenticated | list Ward | \`house == caller.house\` | |
| wards | all Ward | \`house == caller.house\` | |
| beds:read | read Bed, list Bed, of_ward | \`house == caller.house\` | |
| beds:keep | create Bed, update Bed, replace Bed, take Bed, leave Bed, delete Bed | \`house == caller.house and keeper == caller.name\` | |
| beds:mend | break Bed, read Bed | \`keeper == caller.name or caller.level == "mender"\` | |
| beds:all | all Bed, all Place | \`house == caller.house\` | |
| audit | read Bed, list Bed, read Ward | \`caller.level == "auditor"\` | |

### Caller

| Attribute | Type | Meaning |
| --- | --- | --- |
| house | string | |
| name | string | |
| level | string | |`,
  errors: `- Body: problem details

| Code | Status | Condition | Message | Meaning |
| --- | --- | --- | --- | --- |
| malformed | 400 | malformed request | | |
| invalid | 422 | invalid input | | |
| who | 401 | no credential; invalid credential | | |
| forbidden | 403 | forbidden | | |
| not_found | 404 | not found; unknown path | | |
| wrong_method | 405 | method not allowed | | |
| not_acceptable | 406 | not acceptable | | |
| wrong_type | 415 | unsupported media type | | |
| wrong_state | 409 | wrong state | | |
| taken | 409 | not unique | | |
| in_use | 409 | still referenced | | |
| changed | 412 | precondition failed | | |
| key_reused | 422 | idempotency key reused | | |
| still_working | 409 | idempotency key in progress | | |
| broken | 500 | internal error | | |`,
  limits: `| Limit | Kind | Applies to | Per | Value | When exceeded |
| --- | --- | --- | --- | --- | --- |
| page | page size | all | | 3, at most 5 | clamp |`,
});
