/** A version of the document of orders: 1 and 2 as they were served alone, 3 with the rows of Changes that lead to both. */
export type OrdersVersion = 1 | 2 | 3;

/** The document of orders, with objects inside of maps, lists and unions, as it was in a version. */
export function orders(version: OrdersVersion): string {
  const since = (first: OrdersVersion, ...lines: readonly string[]): string =>
    version >= first ? lines.map((line) => `${line}\n`).join('') : '';
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
| weight | ${now('string', 'integer')} | |
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
| price | ${now('string', 'integer')} | | |
| remark | string | | ${now('required', '')} |
| note | string | | ${version === 3 ? '' : 'default "none"'} |
| payment | Payment | | |
| ${status} | state | | |

## States and transitions

### Order

| State | Kind |
| --- | --- |
| open | initial |
| ${closed} | final |

| From | Transition | To |
| --- | --- | --- |
| open | close | ${closed} |
| open, ${closed} | update | |
| open, ${closed} | replace | |

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

### list Order

- Order: id

| Parameter | Means | Constraints |
| --- | --- | --- |
| limit | page size | |
| cursor | cursor | |
| name | filter ${now('name', 'title')} "starts with" | |
| sort | sort ${now('name', 'title')} | |

## Authentication

| Scheme | Kind | Carried in |
| --- | --- | --- |
| key | api key | header Authorization: Bearer |

| Scope | Allows | Where |
| --- | --- | --- |
${since(3, '| reader | list Order | |')}| clerk | all Order | \`shop == caller.shop\` |

| Attribute | Type |
| --- | --- |
| shop | string |

## Events

None.

## Errors

Not shown.

## Limits

- Told in: RateLimit

| Limit | Kind | Applies to | Per | Value |
| --- | --- | --- | --- | --- |
| page | page size | list Order | | 2, at most 5 |
| deleting | rate | delete Order | credential | ${now('2', '3')} per hour |

## Versioning

| Version | Status |
| --- | --- |
${since(3, '| 3 | current |')}${since(2, `| 2 | ${version === 2 ? 'current' : 'supported'} |`)}| 1 | ${version === 1 ? 'current' : 'supported'} |

| Placed in | Name | When absent |
| --- | --- | --- |
| header | V | current |
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
)}`;
}
