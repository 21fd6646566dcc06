import { documentText, keyed } from '../../support/document-text.fixture.ts';

/** A document whose rows create, change, move and delete other records. */
export const market = documentText('Market', {
  purpose: `Sells products out of a stock, sends receipts, and lets people follow each other.

- In scope: products, orders, people`,
  resources: `### Product

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| name | string | required |
| stock | integer | required |
| sold | integer | default 0; read-only |
| last | Place | read-only |
| note | string | read-only |

| Rule | Check | Error |
| --- | --- | --- |
| never_negative | \`stock >= 0\` | out_of_stock |

### Place (object)

| Field | Type | Constraints |
| --- | --- | --- |
| city | string | |
| shelf | integer | |

### Order

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| who | string | assigned from caller.id |
| status | state | |
| city | string | default "Bern" |
| paid_until | date-time | |

### Line

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| order | ref Order | required; on delete cascade |
| product | ref Product | required |
| quantity | integer | required; 1..100 |

### Receipt

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| order | ref Order | required; unique; on delete cascade |
| who | string | assigned from caller.id |
| number | integer | assigned |
| items | integer | required |
| status | state | |
| refunded | integer | default 0; read-only |

### Follow

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| follower | string | assigned from caller.id; unique with person |
| person | ref Person | required; on delete cascade |

### Person

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| name | string | required |
| motto | string | |
| followers | integer | = \`Follow.count(f, f.person == id)\` |
| following | boolean | = \`Follow.exists(f, f.person == id and f.follower == caller.id)\` |

### Alias

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| person | ref Person | required; on delete cascade |
| name | string | |
| motto | string | |

### Hold

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| product | ref Product | required; on delete cascade |
| status | state | |`,
  states: `### Order

| State | Kind |
| --- | --- |
| cart | initial |
| placed | |
| expired | final |
| cancelled | final |

| From | Transition | To | Trigger | Guard | Effect | Error |
| --- | --- | --- | --- | --- | --- | --- |
| cart | place | placed | | \`Line.exists(l, l.order == id)\` | \`Line.each(l, l.order == id, l.product.stock = l.product.stock - l.quantity)\`; \`Line.each(l, l.order == id, l.product.sold = l.product.sold + l.quantity)\`; \`create Receipt(order: id, items: Line.sum(l, l.order == id, l.quantity))\` | empty_cart |
| placed | cancel | cancelled | | | \`Line.each(l, l.order == id, l.product.stock = l.product.stock + l.quantity)\`; \`Receipt.each(r, r.order == id, refund r(amount: 5))\` | |
| cart | expire | expired | at paid_until | | \`Line.each(l, l.order == id, delete l)\` | |

### Receipt

| State | Kind |
| --- | --- |
| valid | initial |
| refunded | final |

| From | Transition | To | Guard | Effect | Error |
| --- | --- | --- | --- | --- | --- |
| valid | refund | refunded | \`order.city != "Basel"\` | \`refunded = input.amount\` | no_refund |

### Line

| From | Transition | To | Guard | Effect | Error |
| --- | --- | --- | --- | --- | --- |
| | create | | | \`product.note = "in a cart of " + order.city\`; \`product.last.city = order.city\`; \`product.last.shelf = quantity\` | |
| | delete | | | \`product.note = null\` | |

### Person

| Transition | Guard | Effect |
| --- | --- | --- |
| follow | \`not Follow.exists(f, f.person == id and f.follower == caller.id)\` | \`create Follow(person: id)\` |
| follow | | |
| rename | | \`name ?= input.name\`; \`motto ?= input.motto\`; \`create Alias(person: id, name?: input.name, motto?: input.motto)\` |
| unfollow | | \`Follow.each(f, f.person == id and f.follower == caller.id, delete f)\` |

### Hold

| State | Kind |
| --- | --- |
| held | initial |
| free | gone |

| From | Transition | To | Effect |
| --- | --- | --- | --- |
| held | delete | free | \`product.sold = product.sold - 1\` |`,
  endpoints: `- Lists: { data, next } by cursor; 25, at most 100

| Operation | Path |
| --- | --- |
| create, read, list, delete Product | /products |
| create, read, delete Order | /orders |
| place, cancel Order | /orders/{id} |
| create, list, delete Line | /lines |
| list, read Receipt | /receipts |
| create, read Person | /people |
| follow, unfollow Person | /people/{id} |
| create, list, delete Hold | /holds |
| list Alias | /aliases |

| Operation | Method | Path | Request |
| --- | --- | --- | --- |
| rename Person | POST | /people/{id}/rename | \`{ name?: Person.name, motto?: Person.motto }\` |
| refund Receipt | | | \`{ amount: Receipt.items }\` |`,
  authentication: keyed(`| all | all | |
| buyer | all Order, all Line, read Product, list Product | |
| buyer | list Receipt, read Receipt | \`who == caller.id\` |`),
  events: `| Event | When | Payload |
| --- | --- | --- |
| product.changed | update Product | \`Product\` |
| order.placed | place Order | \`Order\` |
| receipt.made | create Receipt | \`Receipt\` |
| line.gone | delete Line | \`Line\` |`,
  errors: `- Body: problem details
- Codes: named after conditions

| Code | Status | Condition |
| --- | --- | --- |
| out_of_stock | 409 | |
| empty_cart | 409 | |
| no_refund | 409 | |`,
});
