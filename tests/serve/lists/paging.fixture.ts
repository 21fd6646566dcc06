import { documentText } from '../../support/document-text.fixture.ts';

/** A document whose lists are paged in each way that the language has. */
export const paged = documentText('Paged', {
  intro: 'Lists.',
  purpose: `Keeps items.

- In scope: items`,
  resources: `### Item

| Field | Type | Constraints | Meaning |
| --- | --- | --- | --- |
| id | typeid itm | assigned | |
| shop | string | assigned from caller.shop | |
| title | string | required | |
| body | string or null | | |
| tags | string[] | | |
| rank | integer or null | | |
| created_at | date-time | assigned | |

### Box

| Field | Type | Constraints | Meaning |
| --- | --- | --- | --- |
| number | integer | identity; assigned | |
| shop | string | assigned from caller.shop | |`,
  endpoints: `- Base URL: {base_url}

| Operation | Method | Path | Request | Response | Meaning |
| --- | --- | --- | --- | --- | --- |
| create Item | POST | /items | \`Item\` | 201 \`Item\` | |
| list Item as by_cursor | GET | /cursor | | 200 \`{ data: Item[], next: next cursor, prev: previous cursor, more: has more, count: total count }\` header X-Next next cursor header X-Count total count | |
| list Item as by_offset | GET | /offset | | 200 \`{ data: Item[], more: has more, per_page: page size, last_page: page count }\` | |
| list Item as by_page | GET | /pages | | 200 \`Item[]\` header X-Total-Count total count header X-More has more header X-Page page number header X-Pages page count | |
| list Item as by_id | GET | /ids | | 200 \`{ data: Item[], has_more: has more }\` | |
| list Item as plain | GET | /plain | | 200 \`Item[]\` | |
| list Item as tally | GET | /tally | | 200 \`{ count: total count }\` header X-Count total count | |
| create Box | POST | /boxes | | 201 \`Box\` | |
| list Box | GET | /boxes | | 200 \`Box[]\` | |

### by_cursor

- Order: created_at

| Parameter | Maps to | Constraints | Meaning |
| --- | --- | --- | --- |
| q | search title, body | | |
| sort | sort rank | | |
| limit | page size | | |
| cursor | cursor | | |
| total | total | | |

### by_offset

- Order: -created_at

| Parameter | Maps to | Constraints | Meaning |
| --- | --- | --- | --- |
| q | search title | | |
| limit | page size | | |
| skip | offset | | |

### by_page

- Order: created_at

| Parameter | Maps to | Constraints | Meaning |
| --- | --- | --- | --- |
| size | page size | | |
| page | page number | | |

### by_id

- Order: -created_at

| Parameter | Maps to | Constraints | Meaning |
| --- | --- | --- | --- |
| q | search title | | |
| limit | page size | | |
| sort | sort rank | | |
| starting_after | after id | | |
| ending_before | before id | | |

### tally

| Parameter | Maps to | Constraints | Meaning |
| --- | --- | --- | --- |
| q | search title | | |

### list Box

| Parameter | Maps to | Constraints | Meaning |
| --- | --- | --- | --- |
| after | after id | | |`,
  authentication: `| Scheme | Kind | Sent in | Credential | Lifetime | Meaning |
| --- | --- | --- | --- | --- | --- |
| key | api key | header Authorization: Bearer; query api_key | secret key | 365 days | |

| Scope | Allows | Where | Meaning |
| --- | --- | --- | --- |
| all | all | \`shop == caller.shop\` | |

### Caller

| Attribute | Type | Meaning |
| --- | --- | --- |
| shop | string | |`,
  errors: `- Body: problem details

| Code | Status | Condition | Message | Meaning |
| --- | --- | --- | --- | --- |
| invalid | 422 | invalid input | Some values are not as they should be | |`,
  limits: `| Limit | Kind | Applies to | Per | Value | When exceeded |
| --- | --- | --- | --- | --- | --- |
| page | page size | all | | 3, at most 5 | clamp |`,
});
