/** Texts that are integers, each in one way. */
const digits = 'pattern `^[1-9][0-9]{0,2}$`';

/** A version of the document of orders: 1 and 2 as they were served alone, 3 with the rows of Changes that lead to both. */
export type OrdersVersion = 1 | 2 | 3;

/** Where requests of the orders may name their version, and how. */
export const placements = {
  header: 'V',
  path: '/v{version}',
  query: 'v',
  'media type': 'application/vnd.orders.{version}+json',
} as const;

/** The document of orders, with objects inside of maps, lists and unions, as it was in a version. */
export function orders(version: OrdersVersion, placed: keyof typeof placements = 'header'): string {
  const rows = (holds: boolean, ...lines: readonly string[]): string =>
    holds ? lines.map((line) => `${line}\n`).join('') : '';
  const since = (first: OrdersVersion, ...lines: readonly string[]): string => rows(version >= first, ...lines);
  const until = (last: OrdersVersion, ...lines: readonly string[]): string => rows(version <= last, ...lines);
  const closed = version === 3 ? 'closed' : 'shut';
  const status = version === 1 ? 'phase' : 'status';
  const now = (older: string, newer: string): string => (version === 1 ? older : newer);
  return `# Orders

## What the service does

Keeps orders.

- In scope: orders

## Resources and their fields

### Address (object)

| Field | Type | Constraints |
| --- | --- | --- |
| street | string | ${version === 3 ? '' : 'required'} |
| ${now('town', 'city')} | string | |
${since(2, '| zip | string | |')}${since(3, '| country | string | default "DE" |')}
### Line (object)

| Field | Type | Constraints |
| --- | --- | --- |
| product | string | required |
| ${now('quantity', 'count')} | integer | required; 1..100 |
| weight | ${now('string', 'integer')} | ${now(digits, '')} |
${since(3, '| sku | string | |')}
### Card (object)

| Field | Type | Constraints |
| --- | --- | --- |
| ${now('pan', 'digits')} | string | required |
${since(3, '| holder | string | |')}
### Cash (object)

| Field | Type | Constraints |
| --- | --- | --- |
| coins | integer | required |

### Payment (one of)

- Tagged by: kind

| Tag | Object |
| --- | --- |
| card | Card |
| cash | Cash |

### Order

| Field | Type | Format | Constraints |
| --- | --- | --- | --- |
| id | string | uuid | assigned |
| shop | string | | assigned from caller.shop |
| ${now('name', 'title')} | string | | required |
| address | Address | | |
| places | map of Address | | |
| lines | Line[] | | |
| tags | (one of red, blue${version === 3 ? ', green' : ''})[] | | |
| price | ${now('string', 'integer')} | | ${now(digits, '')} |
| customer | ref Customer | | on delete clear |
| remark | string | | ${now('required', '')} |
| note | string | | ${version === 3 ? '' : 'default "none"'} |
| payment | Payment | | |
| ${status} | state | | |
${until(1, '| done | boolean | | read-only; default false |')}
### Customer

| Field | Type | Format | Constraints |
| --- | --- | --- | --- |
| id | string | typeid cus | assigned |
| shop | string | | assigned from caller.shop |
| ${now('full_name', 'name')} | string | | required; 1..${version === 3 ? 9 : 4} characters |
| code | string | | unique with shop |
| region | string | | ${version === 3 ? 'required' : 'default "north"'} |
| level | one of ${version === 3 ? 'basic, gold, platinum' : 'basic, gold, silver'} | | |
| points | ${now('string', 'integer')} | | ${now(digits, '')} |
${since(3, '| phone | integer | | |')}${until(2, `| contact | string | | ${digits} |`)}${until(1, '| greeting | string | | read-only; default "hi" |')}
### Slip

| Field | Type | Format | Constraints |
| --- | --- | --- | --- |
| id | string | uuid | create-only |
| shop | string | | assigned from caller.shop |
| ${now('word', 'text')} | string | | required |
| customer | ref Customer | | on delete delete |
${since(3, '| seen | boolean | | |')}
### Hook

| Field | Type | Format | Constraints |
| --- | --- | --- | --- |
| id | string | typeid hook | assigned |
| shop | string | | assigned from caller.shop |
| url | string | uri | required |
| kinds | string[] | | |
| secret | string | secret | assigned; shown once |

## States and transitions

### Order

| State | Kind |
| --- | --- |
| open | initial |
| ${closed} | |

| From | Transition | To | Guard | Effect | Refusal |
| --- | --- | --- | --- | --- | --- |
| open | close | ${closed} | | ${now('`done = true`', '')} | |
| open | pay | same | \`has(input.amount) and ${now('int(input.amount)', 'input.amount')} <= 5\` | \`price = input.amount\` | ${version === 3 ? 'too_much' : ''} |
| ${closed} | reopen | open | | ${now('`done = false`', '')} | |
| open, ${closed} | update | | | | |
| open, ${closed} | replace | | | | |

| Field | open | ${closed} |
| --- | --- | --- |
| price | editable | fixed |
| note | editable | fixed |
| address | editable | fixed |

## Endpoints

- Request media types: application/json, application/json-patch+json

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Order | POST | /orders | \`Order\` | 201 \`Order\` |
| read Order | GET | /orders/{id} | | 200 \`Order\` |
| list Order | GET | /orders | | 200 \`{ data: Order[], next: next cursor }\` |
| update Order | PATCH | /orders/{id} | \`Order\` | 200 \`Order\` |
| replace Order | PUT | /orders/{id} | \`Order\` | 200 \`Order\` |
| close Order | POST | /orders/{id}/close | | 200 \`Order\` |
| delete Order | DELETE | /orders/{id} | | 204 |
| pay Order | POST | /orders/{id}/pay | \`{ amount?: Order.price, note?: Order.note }\` | 200 \`Order\` |
| reopen Order | ${now('PUT | /orders/{id}/open', 'POST | /orders/{id}/reopen')} | | ${now('202', '200')} \`Order\` |
${until(1, '| read Order as peek | GET | /orders/{id}/peek | | 200 `Order` |')}${since(3, '| read Order as brief | GET | /orders/{id}/brief | | 200 `Order(id, title)` |')}| create Customer | POST | /customers | \`Customer\` | ${now('200', '201')} \`Customer\` header Location |
| read Customer | GET | /customers/{id} | | 200 \`Customer\` |
| list Customer | GET | /customers | | 200 \`{ data: Customer[], next: next cursor, of: total count }\` |
| update Customer | PATCH | /customers/{id} | \`Customer\` | 200 \`Customer\` |
| delete Customer | DELETE | /customers/{id} | | 204 |
| create Slip | PUT | /slips/{id} | \`Slip\` | 201 \`Slip\`; 200 \`Slip\` |
| read Slip | GET | /slips/{id} | | 200 \`Slip(all, customer?: Customer(${now('full_name', 'name')}, level))\` |
| delete Slip | DELETE | /slips/{id} | | 204 |
| create Hook | POST | /hooks | \`Hook\` | 201 \`Hook\` |
| delete Hook | DELETE | /hooks/{id} | | 204 |
| list events | GET | /events | | 200 \`{ data: { kind: event kind, version: version, data: payload }[], next: next cursor }\` |
| stream events | GET | /stream | | 200 |

### list Order

- Order: id

| Parameter | Means | Constraints |
| --- | --- | --- |
| limit | page size | |
| cursor | cursor | |
| name | filter ${now('name', 'title')} "starts with" | ${version === 3 ? '' : '..3 characters'} |
| ${status} | filter ${status} in | |
${since(2, version === 3 ? '| least | filter price >= | |' : '| over | filter price > | |')}| customer | filter customer = | |
| expand | expand customer | |
| sort | sort ${now('name', 'title')} | |

### list Customer

- Order: ${now('full_name', 'name')} descending

| Parameter | Means | Constraints |
| --- | --- | --- |
| limit | page size | |
| cursor | cursor | |
| level | filter level = | ${version === 3 ? 'required' : 'default gold'} |
| region | filter region = | ${version === 3 ? '' : 'required'} |
${since(3, '| code | filter code = | |')}
### list events

| Parameter | Means |
| --- | --- |
| limit | page size |
| cursor | cursor |

### Idempotency

| Operations | Key | Kept for |
| --- | --- | --- |
| create Customer, pay Order | header Idempotency-Key | 24 hours |

### Preconditions

| Operations | Condition | When absent |
| --- | --- | --- |
| update Order, delete Customer | header If-Match | allowed |

## Authentication

| Scheme | Kind | Carried in |
| --- | --- | --- |
| key | api key | header Authorization: Bearer |

| Scope | Allows | Where |
| --- | --- | --- |
${since(3, '| reader | list Order | |')}| clerk | all Order, all Customer, all Slip, all Hook, list events, stream events | \`shop == caller.shop\` |

| Attribute | Type |
| --- | --- |
| shop | string |

## Events

| Event | When | Payload |
| --- | --- | --- |
| order.made | create Order | \`Order\` |
| order.${version === 3 ? 'changed' : 'updated'} | update Order, replace Order, pay Order | \`Order(id, ${status}, lines, payment)\` |
${since(2, '| order.closed | close Order | `{ id: Order.id, order: Order }` |')}${until(1, '| hook.lost | delete Hook | |')}${since(3, '| order.gone | delete Order | `Order(id, title)` |')}
| Delivery | To | Events | Envelope | Signature | Retries |
| --- | --- | --- | --- | --- | --- |
| webhook | each Hook at url where \`shop == event.shop\` | its kinds | cloudevents 1.0 | standard webhooks with secret | 8 over 28 hours |
| sse | GET /stream | all | \`{ kind: event kind, version: version, data: payload }\` | | |

## Errors

- Body: problem details

| Code | Status | Condition | Message |
| --- | --- | --- | --- |
| invalid | 422 | invalid input | |
| ${now('missing', 'unknown')} | 404 | not found | there is none |
| wrong_state | ${now('400', '409')} | wrong state${version === 3 ? '' : '; guard fails'} | |
${since(3, '| too_much | 402 | guard fails | |')}${until(1, '| too_late | 409 | | |')}| taken | 409 | not unique | |

## Limits

- Told in: RateLimit

| Limit | Kind | Applies to | Per | Value |
| --- | --- | --- | --- | --- |
| page | page size | list Order, list Customer, list events | | ${now('3, at most 4', '2, at most 5')} |
| deleting | rate | delete Order | credential | ${now('2', '3')} per hour |

## Versioning

| Version | Status |
| --- | --- |
${since(3, '| 3 | current |')}${since(2, `| 2 | ${version === 2 ? 'current' : 'supported'} |`)}| 1 | ${version === 1 ? 'current' : 'supported'} |

| Placed in | Name | When absent |
| --- | --- | --- |
| ${placed} | ${placements[placed]} | current |
${since(
  2,
  '',
  '| Version | Change | Where | Before | Older callers | Older requests |',
  '| --- | --- | --- | --- | --- | --- |',
)}${since(
  3,
  '| 3 | optional | Address.street | | default "-" | default "-" |',
  '| 3 | added | Address.country | | absent | |',
  '| 3 | added | Line.sku | | absent | |',
  '| 3 | added | Card.holder | | absent | |',
  '| 3 | value added | Order.tags green | | as blue | |',
  '| 3 | default | Order.note | "none" | | |',
  '| 3 | renamed | Order.status closed | shut | | |',
  '| 3 | constraint | Customer.name | 1..4 characters | | |',
  '| 3 | required | Customer.region | | | default "north" |',
  '| 3 | default | Customer.region | "north" | | |',
  '| 3 | value added | Customer.level platinum | | as gold | |',
  '| 3 | value removed | Customer.level silver | | as basic | |',
  '| 3 | added | Customer.phone | | absent | |',
  `| 3 | removed | Customer.contact | string; ${digits} | = \`string(phone)\` | = \`int(input.contact)\` |`,
  '| 3 | added | Slip.seen | | absent | |',
  '| 3 | added | brief | | | |',
  '| 3 | behaviour | pay Order | without a code of its own | | |',
  '| 3 | behaviour | scope reader | could not list orders alone | | |',
  '| 3 | added | event order.gone | | | |',
  '| 3 | renamed | event order.changed | order.updated | | |',
  '| 3 | error added | too_much | | as wrong_state | |',
  '| 3 | added | parameter least of list Order | | | |',
  '| 3 | removed | parameter over of list Order | integer | | = `input.over + 1` |',
  '| 3 | added | parameter code of list Customer | | | |',
  '| 3 | constraint | parameter name of list Order | ..3 characters | | |',
  '| 3 | required | parameter level of list Customer | | | |',
  '| 3 | default | parameter level of list Customer | gold | | |',
  '| 3 | optional | parameter region of list Customer | | | |',
)}${since(
  2,
  '| 2 | renamed | Address.city | town | | |',
  '| 2 | added | Address.zip | | absent | |',
  '| 2 | renamed | Line.count | quantity | | |',
  '| 2 | type | Line.weight | string | = `string(weight)` | = `int(input.weight)` |',
  '| 2 | renamed | Card.digits | pan | | |',
  '| 2 | renamed | Order.title | name | | |',
  '| 2 | renamed | Order.status | phase | | |',
  '| 2 | limit | deleting | 2 per hour | | |',
  '| 2 | type | Order.price | string | = `string(price)` | = `int(input.price)` |',
  '| 2 | optional | Order.remark | | default "" | default "" |',
  `| 2 | constraint | Order.price | ${digits} | | |`,
  `| 2 | constraint | Line.weight | ${digits} | | |`,
  '| 2 | removed | Order.done | boolean; read-only; default false | = `status == "shut"` | |',
  '| 2 | renamed | Customer.name | full_name | | |',
  '| 2 | type | Customer.points | string | = `string(points)` | = `int(input.points)` |',
  `| 2 | constraint | Customer.points | ${digits} | | |`,
  '| 2 | removed | Customer.greeting | string; read-only; default "hi" | default "hi" | |',
  '| 2 | renamed | Slip.text | word | | |',
  '| 2 | path | reopen Order | PUT /orders/{id}/open | | |',
  '| 2 | status | reopen Order | 202 | | |',
  '| 2 | status | create Customer | 200 | | |',
  '| 2 | removed | peek | | | |',
  '| 2 | added | parameter over of list Order | | | |',
  '| 2 | renamed | parameter status of list Order | phase | | |',
  '| 2 | added | event order.closed | | | |',
  '| 2 | removed | event hook.lost | | | |',
  '| 2 | renamed | code unknown | missing | | |',
  '| 2 | status | code wrong_state | 400 | | |',
  '| 2 | error removed | too_late | | | |',
  '| 2 | limit | page | 3, at most 4 | | |',
  '| 2 | behaviour | pay Order | twice a day at most | | |',
)}`;
}
