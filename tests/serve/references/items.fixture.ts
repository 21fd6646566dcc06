import { documentText } from '../../support/document-text.fixture.ts';

/** A document whose macros read what the items of lists refer to: orders with lines of products, and watchers. */
export const orders = documentText('Orders', {
  intro: 'Orders of products.',
  purpose: `Keeps orders.

- In scope: orders`,
  resources: `### Maker

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| open | boolean | default true |

### Product

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| maker | ref Maker | required |
| price | integer | required |
| name | string | |

### Order

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| lines | Line[] | required |
| extra | Line[] | |
| parts | Part[] | default [] |
| watchers | ref Maker[] | default [] |
| total | integer | read-only |

| Rule | Check | Error |
| --- | --- | --- |
| priced | \`lines.all(l, l.product.price > 0)\` | free_product |
| no_dearer | \`not has(old) or sum(lines.map(l, l.product.price)) <= sum(old.lines.map(l, l.product.price)) + 100\` | dearer |

### Line (object)

| Field | Type | Constraints |
| --- | --- | --- |
| product | ref Product | required |
| quantity | integer | required |

### Part (object)

| Field | Type | Constraints |
| --- | --- | --- |
| lines | Line[] | required |`,
  states: `### Order

| From | Transition | To | Guard | Effect | Error |
| --- | --- | --- | --- | --- | --- |
| — | create | — | \`(has(extra) ? lines + extra : lines).filter(l, l.quantity > 0).all(l, l.product.maker.open)\` | \`total = sum(lines.map(l, l.quantity * l.product.price))\` | maker_closed |
| — | ship | — | \`watchers.exists(w, w.open) and parts.all(p, p.lines.all(l, l.product.maker.open))\` | \`total = sum(lines.map(l, l.product).map(p, p.price))\` | not_watched |`,
  endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Maker | POST | /makers | \`Maker\` | 201 \`Maker\` |
| update Maker | PATCH | /makers/{id} | \`Maker\` | 200 \`Maker\` |
| create Product | POST | /products | \`Product\` | 201 \`Product\` |
| update Product | PATCH | /products/{id} | \`Product\` | 200 \`Product\` |
| create Order | POST | /orders | \`Order\` | 201 \`Order(id, total)\` |
| update Order | PATCH | /orders/{id} | \`Order\` | 200 \`Order(id)\` |
| ship Order | POST | /orders/{id}/ship | | 200 \`Order(id, total)\` |
| read Order | GET | /orders/{id} | | 200 \`Order(id, names: = lines.filter(l, has(l.product.name)).map(l, l.product.name), shops: = watchers.map(w, w.shop))\` |
| list Order | GET | /orders | | 200 \`Order(id, prices: = lines.map(l, l.product.price), open: = lines.all(l, l.product.maker.open))[]\` |
| list events | GET | /events | | 200 \`{ data: { kind: event type, body: payload }[], next: next cursor }\` |

### list Order

| Parameter | Maps to |
| --- | --- |
| limit | page size |
| page | cursor |

### list events

| Parameter | Maps to |
| --- | --- |
| cursor | cursor |`,
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
  events: `| Event | When | Payload |
| --- | --- | --- |
| order.shipped | ship Order | \`{ id: Order.id, prices: = lines.map(l, l.product.price), open: = lines.all(l, l.product.maker.open) }\` |`,
  errors: `- Body: problem details
- Codes: named after conditions

| Code | Status | Condition |
| --- | --- | --- |
| free_product | 409 | |
| dearer | 409 | |
| maker_closed | 409 | |
| not_watched | 409 | |`,
});
