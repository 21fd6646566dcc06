import { documentText } from '../../support/document-text.fixture.ts';

/** A document that states what the tests of serving need: two tenants, states, rules, deletions, lists. */
export const shop = documentText('Shop', {
  intro: 'A shop.',
  purpose: `Keeps customers and invoices.

- In scope: invoices`,
  resources: `### Customer

| Field | Type | Constraints | Meaning |
| --- | --- | --- | --- |
| id | typeid cus | assigned | |
| shop | string | assigned from caller.shop | |
| name | string | required; 1..200 characters | |
| email | email | required; unique with shop | |
| data | object | | |
| created_at | date-time | assigned | |

### Invoice

| Field | Type | Constraints | Meaning |
| --- | --- | --- | --- |
| id | typeid inv | assigned | |
| shop | string | assigned from caller.shop | |
| customer | ref Customer | required; create-only; on delete restrict | |
| status | state | | |
| number | integer | read-only; unique with shop | |
| currency | string | required; create-only; pattern \`^[A-Z]{3}$\` | |
| lines | Line[] | required; 1..100 items | |
| total | int64 | = \`sum(lines.map(l, l.quantity * l.price))\` | |
| paid | int64 | read-only; default 0 | |
| due_on | date | required | |
| memo | string or null | ..500 characters | |
| sent_at | date-time | read-only | |
| created_at | date-time | assigned | |
| updated_at | date-time | assigned on update | |

| Rule | Check | Error | Meaning |
| --- | --- | --- | --- |
| worth_something | \`total > 0\` | nothing_to_pay | |

### Line (object)

| Field | Type | Constraints | Meaning |
| --- | --- | --- | --- |
| text | string | required; 1..200 characters | |
| quantity | integer | required; 1..10000 | |
| price | int64 | required; 0..100000000 | |

### Payment (object)

| Field | Type | Constraints | Meaning |
| --- | --- | --- | --- |
| amount | int64 | required; 1.. | |

### Reminder

| Field | Type | Constraints | Meaning |
| --- | --- | --- | --- |
| id | uuidv7 | assigned | |
| shop | string | assigned from caller.shop | |
| invoice | ref Invoice | required; on delete cascade | |
| text | string | required | |
| state | state | | |

### Tag

| Field | Type | Constraints | Meaning |
| --- | --- | --- | --- |
| name | string | identity; required; 1..30 characters | |
| shop | string | assigned from caller.shop | |
| color | string or null | | |
| invoice | ref Invoice or null | on delete clear | |`,
  states: `### Invoice

| State | Kind | Meaning |
| --- | --- | --- |
| draft | initial | |
| open | | |
| paid | final | |
| void | final | |

| From | Transition | To | Trigger | Guard | Effect | Error |
| --- | --- | --- | --- | --- | --- | --- |
| draft | send | open | | \`due_on >= today\` | \`sent_at = now\`; \`number = next(number, shop)\` | due_date_passed |
| open | pay | paid | | \`paid + input.amount == total\` | \`paid = total\` | |
| open | pay | same | | \`paid + input.amount < total\` | \`paid = paid + input.amount\` | overpaid |
| draft, open | withdraw | void | | \`paid == 0\` | | already_paid_into |
| draft | delete | — | | | | |

| Field | draft | open | paid | void |
| --- | --- | --- | --- | --- |
| lines | editable | fixed | fixed | fixed |
| due_on | editable | editable | fixed | fixed |
| memo | editable | editable | fixed | fixed |

### Reminder

| State | Kind | Meaning |
| --- | --- | --- |
| new | initial | |
| read | final | |
| away | gone | |

| From | Transition | To | Trigger | Guard | Effect | Error |
| --- | --- | --- | --- | --- | --- | --- |
| new | see | read | | | | |
| read | delete | away | | | | |
| new | delete | — | | | | |`,
  endpoints: `- Base URL: {base_url}
- Unknown fields: refused

| Operation | Method | Path | Request | Response | Meaning |
| --- | --- | --- | --- | --- | --- |
| create Customer | POST | /customers | \`Customer\` | 201 \`Customer\` header Location | |
| list Customer | GET | /customers | | 200 \`{ data: Customer[], next: next cursor, count: total count }\` | |
| read Customer | GET | /customers/{id} | | 200 \`Customer\` | |
| update Customer | PATCH | /customers/{id} | \`Customer\` | 200 \`Customer\` | |
| replace Customer | PUT | /customers/{id} | \`Customer\` | 200 \`Customer\` | |
| delete Customer | DELETE | /customers/{id} | | 204 | |
| list Invoice as owed | GET | /customers/{customer}/invoices | | 200 \`{ data: Invoice(id, customer: Customer(id, name))[] }\` | |
| create Invoice | POST | /invoices | \`Invoice\` | 201 \`Invoice\` header Location | |
| list Invoice | GET | /invoices | | 200 \`{ data: Invoice[], next: next cursor }\` | |
| read Invoice | GET | /invoices/{id} | | 200 \`Invoice\` | |
| update Invoice | PATCH | /invoices/{id} | \`Invoice\` | 200 \`Invoice\` | |
| delete Invoice | DELETE | /invoices/{id} | | 204 | |
| send Invoice | POST | /invoices/{id}/send | | 200 \`Invoice\` | |
| pay Invoice | POST | /invoices/{id}/pay | \`Payment\` | 200 \`Invoice\` | |
| withdraw Invoice | POST | /invoices/{id}/withdraw | | 200 \`Invoice\` | |
| create Reminder | POST | /reminders | \`Reminder\` | 201 \`Reminder\` | |
| list Reminder | GET | /reminders | | 200 \`Reminder[]\` | |
| read Reminder | GET | /reminders/{id} | | 200 \`Reminder\` | |
| see Reminder | POST | /reminders/{id}/see | | 200 \`Reminder\` | |
| delete Reminder | DELETE | /reminders/{id} | | 204 | |
| create Tag | PUT | /tags/{name} | \`Tag\` | 201 \`Tag\`; 200 \`Tag\` | |
| read Tag | GET | /tags/{name} | | 200 \`Tag\` | |
| list Tag | GET | /public/tags | | 200 \`{ data: Tag[] }\` | |

### list Invoice

- Order: -created_at

| Parameter | Maps to | Constraints | Meaning |
| --- | --- | --- | --- |
| status | filter status in | | |
| customer | filter customer = | | |
| due_before | filter due_on < | | |
| mail | filter customer.email = | | |
| sort | sort created_at, due_on, total | | |
| limit | page size | | |
| cursor | cursor | | |
| expand | expand customer | | |
| fields | fields | | |

### list Customer

| Parameter | Maps to | Constraints | Meaning |
| --- | --- | --- | --- |
| email | filter email = | | |
| limit | page size | | |
| cursor | cursor | | |

### Preconditions

| Operations | Condition | When absent |
| --- | --- | --- |
| update Invoice | header If-Match | refused |
| delete Invoice | header If-Match | allowed |`,
  authentication: `| Scheme | Kind | Sent in | Credential | Lifetime | Meaning |
| --- | --- | --- | --- | --- | --- |
| key | api key | header Authorization: Bearer | secret key | 365 days | |

| Scope | Allows | Where | Meaning |
| --- | --- | --- | --- |
| public | list Tag | | |
| read | read Customer, list Customer, read Invoice, list Invoice, owed | \`shop == caller.shop\` | |
| write | create Customer, update Customer, replace Customer, delete Customer, create Invoice, update Invoice, delete Invoice, send Invoice, pay Invoice, withdraw Invoice | \`shop == caller.shop\` | |
| bills | list Invoice | \`shop == caller.shop\` | |
| tags | all Tag, all Reminder | \`shop == caller.shop\` | |

### Caller

| Attribute | Type | Meaning |
| --- | --- | --- |
| shop | string | |`,
  errors: `- Body: problem details

| Code | Status | Condition | Message | Meaning |
| --- | --- | --- | --- | --- |
| malformed | 400 | malformed request | The request could not be read | |
| invalid | 422 | invalid input | Some fields are not as they should be | |
| unauthenticated | 401 | no credential; invalid credential | A valid credential is needed | |
| forbidden | 403 | forbidden | This credential may not do that | |
| not_found | 404 | not found; unknown path | There is no such thing | |
| gone | 410 | gone | | |
| method_not_allowed | 405 | method not allowed | | |
| not_acceptable | 406 | not acceptable | | |
| unsupported_media_type | 415 | unsupported media type | | |
| email_taken | 409 | not unique on create Customer; not unique on update Customer | Another customer has this email | |
| taken | 409 | not unique | | |
| in_use | 409 | still referenced | This is in use | |
| wrong_state | 409 | wrong state | The state does not allow this | |
| due_date_passed | 409 | guard fails on send Invoice | The due date has passed | |
| overpaid | 409 | guard fails on pay Invoice | The payment is more than what is owed | |
| already_paid_into | 409 | guard fails on withdraw Invoice | Something has been paid already | |
| nothing_to_pay | 422 | rule broken | The invoice comes to nothing | |
| changed_meanwhile | 412 | precondition failed | Somebody else has changed it | |
| name_the_version | 428 | precondition required | | |
| too_large | 413 | too large | | |
| broken | 500 | internal error | | |`,
  limits: `| Limit | Kind | Applies to | Per | Value | When exceeded |
| --- | --- | --- | --- | --- | --- |
| body | body size | all | | 64 KiB | too_large |
| page | page size | all | | 2, at most 3 | clamp |`,
});
