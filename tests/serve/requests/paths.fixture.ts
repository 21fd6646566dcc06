import { documentText } from '../../support/document-text.fixture.ts';

/** A document whose records are found in many ways: by several fields, under parents, through references. */
export const orders = documentText('Orders', {
  intro: 'Paths.',
  purpose: `Keeps orders.

- In scope: orders`,
  resources: `### Customer

| Field | Type | Constraints | Meaning |
| --- | --- | --- | --- |
| id | typeid cus | assigned | |
| shop | string | assigned from caller.shop | |
| email | email | required; unique | |
| region | string | required | |
| slug | string | required; unique with region, shop | |
| name | string or null | | |

### Product

| Field | Type | Constraints | Meaning |
| --- | --- | --- | --- |
| sku | string | identity; required | |
| shop | string | assigned from caller.shop | |
| title | string | required | |

### Order

| Field | Type | Constraints | Meaning |
| --- | --- | --- | --- |
| id | typeid ord | assigned | |
| shop | string | assigned from caller.shop | |
| customer | ref Customer | required; create-only | |
| number | integer | required; create-only; unique with customer | |
| note | string or null | | |
| urgent | boolean or null | read-only | |
| lines | Line[] | | |
| gift | Line or null | | |

### Line (object)

| Field | Type | Constraints | Meaning |
| --- | --- | --- | --- |
| product | ref Product | | |
| other | ref Product or null | | |
| quantity | integer | required | |`,
  states: `### Order

| From | Transition | To | Trigger | Guard | Effect | Error |
| --- | --- | --- | --- | --- | --- | --- |
| — | mark | — | | | \`note = input.Reason\`; \`urgent = input.urgent\` | |`,
  endpoints: `- Base URL: https://orders.example/v1

| Operation | Method | Path | Request | Response | Meaning |
| --- | --- | --- | --- | --- | --- |
| create Customer | POST | /customers | \`Customer\` | 201 \`Customer\` header Location | |
| read Customer | GET | /customers/{id} | | 200 \`Customer\` | |
| read Customer as me | GET | /customers/me | | 200 \`Customer\` | |
| read Customer as by_email | GET | /mail/{email} | | 200 \`Customer\` | |
| read Customer as by_slug | GET | /shops/{shop}/regions/{region}/{slug} | | 200 \`Customer\` | |
| create Product | POST | /products | \`Product\` | 201 \`Product\` | |
| create Order | POST | /customers/{customer}/orders | \`Order\` | 201 \`Order\` header Location | |
| create Order as by_mail | POST | /mail/{customer.email}/orders | \`Order\` | 201 \`Order\` | |
| list Order | GET | /customers/{customer}/orders | | 200 \`Order[]\` | |
| list Order as of_mail | GET | /mail/{customer.email}/orders | | 200 \`Order[]\` | |
| read Order | GET | /customers/{customer}/orders/{number} | | 200 \`Order(all, lines: Line(all, product: Product(sku, title))[], gift: Line(quantity, other: Product(sku, title)))\` | |
| list Order as with_products | GET | /orders | | 200 \`Order(id, lines: Line(product: Product)[])[]\` | |
| update Order | PATCH | /mail/{customer.email}/orders/{number} | \`Order\` | 200 \`Order\` | |
| delete Order | DELETE | /customers/{customer}/orders/{id} | | 204 | |
| mark Order | POST | /orders/{id}/mark | | 200 \`Order\` | |

### me

- Record: \`caller.user\`

### mark Order

| Parameter | Maps to | Constraints | Meaning |
| --- | --- | --- | --- |
| header Reason | input string | required; ..5 characters | |
| urgent | input boolean | default false | |`,
  authentication: `| Scheme | Kind | Sent in | Credential | Lifetime | Meaning |
| --- | --- | --- | --- | --- | --- |
| key | api key | header Authorization: Bearer | secret key | 365 days | |

| Scope | Allows | Where | Meaning |
| --- | --- | --- | --- |
| all | all | \`shop == caller.shop\` | |

### Caller

| Attribute | Type | Meaning |
| --- | --- | --- |
| shop | string | |
| user | string | |`,
  errors: `- Body: problem details

| Code | Status | Condition | Message | Meaning |
| --- | --- | --- | --- | --- |
| invalid | 422 | invalid input | Some values are not as they should be | |
| not_found | 404 | not found; unknown path | There is no such thing | |`,
});
