import { documentText, keyed, versioned } from '../../support/document-text.fixture.ts';

/** A document whose older version differs inside maps of maps, unions of unions, filters and types that cannot always be turned. */
export const nested = documentText('Bills', {
  purpose: `Keeps bills.

- In scope: bills`,
  resources: `### Leaf (object)

| Field | Type | Constraints |
| --- | --- | --- |
| text | string | required |
| size | integer | required |

### Card (object)

| Field | Type | Constraints |
| --- | --- | --- |
| digits | string | required |

### Cash (object)

| Field | Type | Constraints |
| --- | --- | --- |
| coins | integer | required |

### Method (one of)

- Tagged by: kind

| Tag | Object |
| --- | --- |
| card | Card |
| cash | Cash |

### Whole (object)

| Field | Type | Constraints |
| --- | --- | --- |
| by | Method | required |

### Split (object)

| Field | Type | Constraints |
| --- | --- | --- |
| first | Method | required |
| others | Method[] | |

### Deal (one of)

- Tagged by: type

| Tag | Object |
| --- | --- |
| whole | Whole |
| split | Split |

### Weight (object)

| Field | Type | Constraints |
| --- | --- | --- |
| grams | string | required |
| note | string | |

### Sum

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| shop | string | assigned from caller.shop |
| count | string | |
| must | string | required |
| weight | Weight | |

### Tally

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| shop | string | assigned from caller.shop |
| huge | int64 | required |

### Bill

- Shown as: \`Bill(id, kind, note, grid, deal)\`

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| shop | string | assigned from caller.shop |
| kind | one of goods, services | default goods |
| note | string | required |
| grid | map of map of Leaf | |
| deal | Deal | |
| of | ref Sum | on delete restrict |`,
  endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Bill | POST | /bills | \`Bill\` | 201 \`Bill\` |
| read Bill | GET | /bills/{id} | | 200 \`Bill\` |
| list Bill | GET | /bills | | 200 \`{ data: Bill[] }\` |
| read Bill as brief | GET | /bills/{id}/brief | | 200 \`Bill(id, note, kind, of)\` |
| create Tally | POST | /tallies | \`Tally\` | 201 \`Tally\` |
| create Sum | POST | /sums | \`Sum\` | 201 \`Sum\` |
| read Sum | GET | /sums/{id} | | 200 \`Sum\` |

### brief

| Parameter | Maps to | Constraints |
| --- | --- | --- |
| only | fields | default "note,of" |
| with | expand of | default of |

### list Bill

| Parameter | Maps to | Constraints |
| --- | --- | --- |
| kind | filter kind = | default goods |
| kinds | filter kind in | |
| note | filter note starts with | ..9 characters |
| sort | sort note, kind | default "-note" |`,
  authentication: keyed(`| clerk | all Bill, all Sum, create Tally | \`shop == caller.shop\` |`),
  limits: 'Not shown.',
  versioning: versioned(
    ['2', '1', '0'],
    `| 2 | renamed | Bill.kind goods | wares | | |
| 2 | renamed | Bill.note | memo | | |
| 2 | renamed | Bill.of | part_of | | |
| 2 | renamed | Leaf.text | word | | |
| 2 | required | Leaf.size | | default 0 | default 1 |
| 2 | renamed | Card.digits | pan | | |
| 2 | optional | parameter note of list Bill | | | |
| 2 | constraint | parameter note of list Bill | ..3 characters | | |
| 2 | required | Tally.huge | | | default 9007199254740993 |
| 2 | removed | Tally.gone | int64 | default 9007199254740995 | ignored |
| 2 | type | Sum.count | integer | = \`int(count)\` | = \`string(input.count)\` |
| 2 | type | Sum.must | integer | = \`int(must)\` | = \`string(input.must)\` |
| 2 | type | Weight.grams | integer | = \`int(grams)\` | = \`string(input.grams)\` |
| 2 | type | Weight.note | integer | = \`int(note)\` | = \`string(input.note)\` |
| 1 | type | Sum.count | string | = \`string(count)\` | = \`int(input.count)\` |
| 1 | optional | Weight.note | | default 0 | default 0 |
| 1 | removed | Sum.counted | boolean; read-only; default false | = \`has(count)\` | ignored |`,
  ),
});
