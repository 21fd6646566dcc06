import { documentText } from '../../support/document-text.fixture.ts';

/** A document of things that refer to themselves, are counted within what is worked out, and take several values at once. */
export const things = documentText('Things', {
  intro: 'Things of shops.',
  purpose: `Keeps things.

- In scope: things`,
  resources: `### Thing

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | assigned from caller.shop |
| name | string | required; unique with shop |
| group | string | = \`name.startsWith("a") ? "A" : "B"\` |
| place | int64 | assigned; unique with shop, group |
| number | int64 | read-only |
| kind | one of red, overdue | |
| tags | string[] | |
| parent | ref Thing | on delete cascade |
| friend | ref Thing | on delete restrict |
| twin | ref Thing or null | on delete clear |
| more | More | |
| constructor | string | |
| valueOf | string or null | default "v" |

### More (object)

| Field | Type | Constraints |
| --- | --- | --- |
| by | string | read-only |
| note | string | |

### Clock

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| made | unix seconds | assigned |
| changed | unix seconds | assigned on update |
| ticks | int64 | default 9007199254740993 |
| face | Face | |
| thing | ref Thing | on delete clear |

### Face (object)

| Field | Type | Constraints |
| --- | --- | --- |
| ticks | int64 | default 9007199254740995 |

### Profile

| Field | Type | Constraints |
| --- | --- | --- |
| id | string | assigned from caller.id |
| shop | string | assigned from caller.shop |
| status | state | |
| nick | string | required |`,
  states: `### Thing

| From | Transition | To | Guard | Effect |
| --- | --- | --- | --- | --- |
| — | count | — | | \`number = next(number, group) + 1\`; \`more.by = caller.shop\` |
| — | tag | — | \`"x" in input.words\` | \`tags = input.words\` |

### Profile

| State | Kind |
| --- | --- |
| here | initial |
| left | gone |

| From | Transition | To |
| --- | --- | --- |
| here | delete | left |`,
  endpoints: `- Base URL: https://things.example
- Request media types: application/json, application/json-patch+json

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Thing | POST | /things | \`Thing\` | 201 \`Thing\` |
| read Thing | GET | /things/{id} | | 200 \`Thing\` |
| update Thing | PATCH | /things/{id} | \`Thing\` | 200 \`Thing\` |
| replace Thing | PUT | /things/{id} | \`Thing\` | 200 \`Thing\` |
| delete Thing | DELETE | /things/{id} | | 204 |
| count Thing | POST | /things/{id}/count | | 200 \`Thing\` |
| tag Thing | POST | /things/{id}/tag | | 200 \`Thing\` |
| list Thing | GET | /things | | 200 \`Thing(name)[]\` |
| create Clock | POST | /clocks | \`Clock\` | 201 \`Clock\` |
| read Clock | GET | /clocks/{id} | | 200 \`Clock\` |
| update Clock | PATCH | /clocks/{id} | \`Clock\` | 200 \`Clock\` |
| create Profile | PUT | /profiles/{id} | \`Profile(nick)\` | 201 \`Profile\`; 200 \`Profile\` |
| read Profile | GET | /profiles/{id} | | 200 \`Profile\` |
| delete Profile | DELETE | /profiles/{id} | | 204 |
| copy Profile (handler) | POST | /profiles/{id}/copy | \`{ to: Thing.name }\` | 200 \`Profile\` |

### tag Thing

| Parameter | Maps to | Constraints |
| --- | --- | --- |
| words | input string[] | 1..3 items; ..4 characters; default ["x", "y"] |

### list Thing

| Parameter | Maps to | Constraints |
| --- | --- | --- |
| kind | filter kind in | ..2 items; unique items |
| skip | offset | ..50 |
| limit | page size | 2..10 |`,
  authentication: `| Scheme | Kind | Sent in | Credential | Lifetime |
| --- | --- | --- | --- | --- |
| key | api key | header Authorization: Bearer | secret key | 365 days |

| Scope | Allows | Where |
| --- | --- | --- |
| all | all | \`shop == caller.shop\` |

### Caller

| Attribute | Type |
| --- | --- |
| shop | string |`,
  errors: `- Body: problem details

| Code | Status | Condition |
| --- | --- | --- |
| invalid | 422 | invalid input |
| taken | 409 | not unique |
| referenced | 409 | still referenced |
| gone | 410 | gone |`,
});
