import { documentText, keyed, versioned } from '../../support/document-text.fixture.ts';

/** A document whose rows are those that change what may be left out, what holds, which values there are, and codes. */
export const verbs = documentText('Parcels', {
  purpose: `Keeps parcels.

- In scope: parcels`,
  resources: `### Mark (object)

| Field | Type | Constraints |
| --- | --- | --- |
| text | string | required |
| size | integer | required |

### Box (object)

| Field | Type | Constraints |
| --- | --- | --- |
| width | integer | required |

### Tube (object)

| Field | Type | Constraints |
| --- | --- | --- |
| length | integer | required |
| bent | boolean | |

### Packing (one of)

- Tagged by: kind

| Tag | Object |
| --- | --- |
| box | Box |
| tube | Tube |

### Parcel

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | create-only |
| shop | string | assigned from caller.shop |
| due_on | date | required |
| note | string | ..8 characters |
| speed | one of slow, fast | default fast |
| labels | (one of fragile, glass, heavy)[] | |
| grams | integer | |
| packing | Packing | |
| marks | map of Mark | |
| status | state | |
| extra | string | |

### Part (object)

| Field | Type | Constraints |
| --- | --- | --- |
| tint | one of red, blue, violet | |

### Card

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| shop | string | assigned from caller.shop |
| title | string | |
| pin | string | internal; default "0000" |
| mark | string | internal; default "m" |
| hint | string | default "h" |
| tint | one of red, blue, violet | |
| tints | (one of red, blue, violet)[] | |
| by | map of (one of red, blue, violet) | |
| parts | Part[] | |`,
  states: `### Parcel

| State | Kind |
| --- | --- |
| packed | initial |
| sent | final |

| From | Transition | To | Trigger | Guard | Effect | Error |
| --- | --- | --- | --- | --- | --- | --- |
| packed | send | sent | | \`input.weight <= 100\` | \`grams = input.weight\` | too_heavy |
| packed | update | | | | | |`,
  endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Parcel | PUT | /parcels/{id} | \`Parcel\` | 201 \`Parcel\`; 200 \`Parcel\` |
| read Parcel | GET | /parcels/{id} | | 200 \`Parcel\` |
| update Parcel | PATCH | /parcels/{id} | \`Parcel\` | 200 \`Parcel\` |
| list Parcel | GET | /parcels | | 200 \`{ data: Parcel(id, speed)[] }\` |
| send Parcel | POST | /parcels/{id}/send | \`{ weight: Parcel.grams, remark?: Parcel.note }\` | 200 \`Parcel\` |
| weigh Parcel (handler) | POST | /parcels/{id}/weigh | \`{ weight: Parcel.grams, remark?: Parcel.note, inner?: { weight: Parcel.grams } }\` | 200 \`Parcel\` |
| create Card | POST | /cards | \`Card\` | 201 \`Card\` |
| read Card | GET | /cards/{id} | | 200 \`Card\` |
| update Card | PATCH | /cards/{id} | \`Card\` | 200 \`Card\` |

### list Parcel

- Order: id

| Parameter | Maps to | Constraints |
| --- | --- | --- |
| speed | filter speed = | required |
| label | filter labels contains | |
| note | filter note = | default "new" |`,
  authentication: keyed(`| clerk | all Parcel, all Card | \`shop == caller.shop\` |`),
  errors: `- Body: problem details

| Code | Status | Condition | Message |
| --- | --- | --- | --- |
| invalid | 422 | invalid input | |
| unknown | 404 | not found | |
| too_heavy | 409 | guard fails on send Parcel | |
| too_light | 409 | raised by weigh Parcel | |
| taken | 409 | not unique | |
| stuck | 409 | wrong state; guard fails | |`,
  limits: 'Not shown.',
  versioning: versioned(
    ['2', '1'],
    `| 2 | required | Parcel.due_on | | | default "2026-12-31" |
| 2 | optional | Parcel.note | | default "none" | |
| 2 | constraint | Parcel.note | ..4 characters | | |
| 2 | default | Parcel.speed | slow | | |
| 2 | value added | Parcel.labels glass | | as fragile | |
| 2 | value removed | Parcel.speed express | | as fast | |
| 2 | type | Parcel.grams | string | = \`string(grams)\` | = \`has(input.note) && input.note == "kilo" ? int(input.grams) * 1000 : int(input.grams)\` |
| 2 | renamed | Tube.length | span | | |
| 2 | added | Tube.bent | | absent | |
| 2 | renamed | Mark.text | word | | |
| 2 | required | Mark.size | | | default 1 |
| 2 | added | Parcel.extra | | absent | |
| 2 | required | parameter speed of list Parcel | | | default fast |
| 2 | default | parameter note of list Parcel | "old" | | |
| 2 | error added | too_heavy | | as stuck | |
| 2 | renamed | code too_light | feather | | |
| 2 | status | code stuck | 400 | | |
| 2 | status | too_light | 418 | | |
| 2 | removed | Card.pin | string; ..6 characters; required | = \`pin + "!"\` | ignored |
| 2 | removed | Card.mark | string | | refused |
| 2 | added | Card.hint | | absent | |
| 2 | renamed | Card.tint blue | azure | | |
| 2 | value removed | Card.tint green | | | |
| 2 | value added | Card.tint violet | | as red | |
| 2 | renamed | Card.tints blue | azure | | |
| 2 | value removed | Card.tints green | | | |
| 2 | value added | Card.tints violet | | as red | |
| 2 | renamed | Card.by blue | azure | | |
| 2 | value removed | Card.by green | | | |
| 2 | value added | Card.by violet | | as red | |
| 2 | renamed | Part.tint blue | azure | | |
| 2 | value removed | Part.tint green | | | |
| 2 | value added | Part.tint violet | | as red | |`,
  ),
});
