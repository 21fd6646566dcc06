import { changesOf2, changesOf3, digits } from './orders-changes.ts';

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

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| shop | string | assigned from caller.shop |
| ${now('name', 'title')} | string | required |
| address | Address | |
| places | map of Address | |
| lines | Line[] | |
| tags | (one of red, blue${version === 3 ? ', green' : ''})[] | |
| price | ${now('string', 'integer')} | ${now(digits, '')} |
| customer | ref Customer | on delete restrict |
| remark | string | ${now('required', '')} |
| note | string | ${version === 3 ? '' : 'default "none"'} |
| payment | Payment | |
| ${status} | state | |
${until(1, '| done | boolean | read-only; default false |')}
### Customer

| Field | Type | Constraints |
| --- | --- | --- |
| id | typeid cus | assigned |
| shop | string | assigned from caller.shop |
| ${now('full_name', 'name')} | string | required; 1..${version === 3 ? 9 : 4} characters |
| code | string | unique with shop |
| region | string | ${version === 3 ? 'required' : 'default "north"'} |
| level | one of ${version === 3 ? 'basic, gold, platinum' : 'basic, gold, silver'} | |
| points | ${now('string', 'integer')} | ${now(digits, '')} |
${since(3, '| phone | integer | |')}${until(2, `| contact | string | ${digits} |`)}${until(1, '| greeting | string | read-only; default "hi" |')}
### Slip

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | create-only |
| shop | string | assigned from caller.shop |
| ${now('word', 'text')} | string | required |
| customer | ref Customer | on delete clear |
${since(3, '| seen | boolean | |')}
### Spot (object)

| Field | Type | Constraints |
| --- | --- | --- |
| street | string | required |
| town | string | |
| country | string | default "DE" |

### Phone (object)

| Field | Type | Constraints |
| --- | --- | --- |
| number | string | required |
| label | string | |

### Stay

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
${until(1, '| duration | integer | required; 0..599 |')}${since(2, '| hours | integer | required; 0..9 |', '| minutes | integer | required; 0..59 |')}${since(3, '| spot | Spot | required |')}${until(2, '| street | string | required |', '| town | string | |')}| phones | ${version === 3 ? 'Phone[]' : 'string[]'} | |

### Hook

| Field | Type | Constraints |
| --- | --- | --- |
| id | typeid hook | assigned |
| shop | string | assigned from caller.shop |
| url | uri | required |
| kinds | string[] | |
| secret | secret | assigned; shown once |

## States and transitions

### Order

| State | Kind |
| --- | --- |
| open | initial |
| ${closed} | |

| From | Transition | To | Guard | Effect | Error |
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
| list Order as board | GET | /board | | 200 \`{ of: counts of ${status}, titles: values of ${now('name', 'title')} }\` |
| read Customer | GET | /customers/{id} | | 200 \`Customer\` |
| list Customer | GET | /customers | | 200 \`{ data: Customer[], next: next cursor, of: total count }\` |
| list Customer as names | GET | /names | | 200 \`{ of: total count, names: counts of ${now('full_name', 'name')}, codes: values of code }\` |
| update Customer | PATCH | /customers/{id} | \`Customer\` | 200 \`Customer\` |
| delete Customer | DELETE | /customers/{id} | | 204 |
| create Slip | PUT | /slips/{id} | \`Slip\` | 201 \`Slip\`; 200 \`Slip\` |
| read Slip | GET | /slips/{id} | | 200 \`Slip(all, customer?: Customer(${now('full_name', 'name')}, level))\` |
| delete Slip | DELETE | /slips/{id} | | 204 |
| create Stay | POST | /stays | \`Stay\` | 201 \`Stay\` |
| read Stay | GET | /stays/{id} | | 200 \`Stay\` |
| list Stay | GET | /stays | | 200 \`{ data: Stay[], next: next cursor }\` |
| update Stay | PATCH | /stays/{id} | \`Stay\` | 200 \`Stay\` |
| replace Stay | PUT | /stays/{id} | \`Stay\` | 200 \`Stay\` |
| delete Stay | DELETE | /stays/{id} | | 204 |
| create Hook | POST | /hooks | \`Hook\` | 201 \`Hook\` |
| delete Hook | DELETE | /hooks/{id} | | 204 |
| list events | GET | /events | | 200 \`{ data: { kind: event type, version: version, data: payload }[], next: next cursor }\` |
| stream events | GET | /stream | | 200 |

### list Order

- Order: id

| Parameter | Maps to | Constraints |
| --- | --- | --- |
| limit | page size | |
| cursor | cursor | |
| name | filter ${now('name', 'title')} starts with | ${version === 3 ? '' : '..3 characters'} |
| ${status} | filter ${status} in | |
${since(2, version === 3 ? '| least | filter price >= | |' : '| over | filter price > | |')}| customer | filter customer = | |
| place | filter address.${now('town', 'city')} = | |
| product | filter lines.product in | |
| least_lines | filter lines.${now('quantity', 'count')} >= | |
| weight | filter lines.weight = | |
| paid_by | filter payment.kind = | |
| level | filter customer.level != | |
| expand | expand customer | |
| sort | sort ${now('name', 'title')} | |

### list Customer

- Order: -${now('full_name', 'name')}

| Parameter | Maps to | Constraints |
| --- | --- | --- |
| limit | page size | |
| cursor | cursor | |
| level | filter level = | ${version === 3 ? 'required' : 'default gold'} |
| region | filter region = | ${version === 3 ? '' : 'required'} |
${since(3, '| code | filter code = | |')}
### list Stay

| Parameter | Maps to | Constraints |
| --- | --- | --- |
| limit | page size | |
| cursor | cursor | |

### list events

| Parameter | Maps to |
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

| Scheme | Kind | Sent in |
| --- | --- | --- |
| key | api key | header Authorization: Bearer |

| Scope | Allows | Where |
| --- | --- | --- |
${since(3, '| reader | list Order | |')}| clerk | all Order, all Customer, all Slip, all Stay, all Hook, list events, stream events | \`shop == caller.shop\` |

| Attribute | Type |
| --- | --- |
| shop | string |

## Events

| Event | When | Payload |
| --- | --- | --- |
| order.made | create Order | \`Order\` |
| stay.changed | create Stay, update Stay, replace Stay | \`Stay\` |
| order.${version === 3 ? 'changed' : 'updated'} | update Order, replace Order, pay Order | \`Order(id, ${status}, lines, payment)\` |
${since(2, '| order.closed | close Order | `{ id: Order.id, order: Order }` |')}${until(1, '| hook.lost | delete Hook | |')}${since(3, '| order.gone | delete Order | `Order(id, title)` |')}
| Delivery | To | Events | Envelope | Signature | Attempts |
| --- | --- | --- | --- | --- | --- |
| webhook | each Hook at url where \`shop == event.shop\` | listed in kinds | cloudevents 1.0 | standard webhooks with secret | 8 over 28 hours |
| sse | GET /stream | all | \`{ kind: event type, version: version, data: payload }\` | | |

## Errors

- Body: problem details

| Code | Status | Condition | Message |
| --- | --- | --- | --- |
| invalid | 422 | invalid input | |
| ${now('missing', 'unknown')} | 404 | not found | there is none |
| wrong_state | ${now('400', '409')} | wrong state${version === 3 ? '' : '; guard fails'} | |
${since(3, '| too_much | 402 | guard fails | |')}${until(1, '| too_late | 409 | | |')}| taken | 409 | not unique | |

## Limits

- Response headers: RateLimit

| Limit | Kind | Applies to | Per | Value |
| --- | --- | --- | --- | --- |
| page | page size | list Order, list Customer, list Stay, list events | | ${now('3, at most 4', '2, at most 5')} |
| deleting | rate | delete Order | credential | ${now('2', '3')} per hour |

## Versioning

| Version | Status |
| --- | --- |
${since(3, '| 3 | current |')}${since(2, `| 2 | ${version === 2 ? 'current' : 'supported'} |`)}| 1 | ${version === 1 ? 'current' : 'supported'} |

| Sent in | Name | When absent |
| --- | --- | --- |
| ${placed} | ${placements[placed]} | current |
${since(
  2,
  '',
  '| Version | Change | What | Before | Old responses | Old requests |',
  '| --- | --- | --- | --- | --- | --- |',
)}${since(3, ...changesOf3)}${since(2, ...changesOf2)}`;
}
