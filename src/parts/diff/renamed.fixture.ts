import { documentText, keyed } from '../../../tests/support/document-text.fixture.ts';

/** A document in which one field, member, state, value, parameter, event and code each stand wherever a name may stand. */
export const everywhere = documentText('Small', {
  resources: `### Customer

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| email | string | required; unique |

### Line (object)

| Field | Type | Constraints |
| --- | --- | --- |
| text | string | required |
| taxed | one of full, half | |

### Card (object)

| Field | Type | Constraints |
| --- | --- | --- |
| digits | string | required |

### Cash (object)

| Field | Type | Constraints |
| --- | --- | --- |
| coins | integer | required |

### Method (one of)

- Tagged by: by

| Tag | Object |
| --- | --- |
| card | Card |
| cash | Cash |

### Invoice

- Shown as: \`Invoice(all except due, customer: Customer(id, email))\`

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| memo | string | required; ..200 characters |
| kind | one of goods, services | default goods |
| kinds | (one of early, late)[] | |
| status | state | |
| total | integer | default 0 |
| number | integer | assigned; unique with memo |
| counted | integer | read-only; unique with memo |
| customer | ref Customer | required; on delete restrict |
| main | Line | |
| lines | Line[] | |
| marks | map of Line | |
| paid_by | Method | |
| note | string | = \`memo + "!"\` |
| size_ | integer | = \`size(lines.filter(one, one.text != ""))\` |
| due | date-time | |
| code | string | unique where \`kind == "goods" && memo != "" && status == "open"\` |

| Rule | Check | Error |
| --- | --- | --- |
| fair | \`memo != "" && (!has(lines) \\|\\| lines.all(one, one.text != "" && one.taxed != "half"))\` | bad |
| kind_ | \`kind in ["goods", "services"] && status != "open" && (!has(kinds) \\|\\| kinds.all(one, one != "late"))\` | bad |
| near | \`customer.email != "" && main.text != "x"\` | bad |

### Hook

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| memo_of | string | required |
| url | uri | required |`,
  states: `### Invoice

| State | Kind |
| --- | --- |
| draft | initial |
| open | |
| paid | final |

| From | Transition | To | Trigger | Guard | Effect | Error |
| --- | --- | --- | --- | --- | --- | --- |
| — | create | — | | \`memo != "no"\` | \`kind = "goods"\`; \`counted = next(counted, memo)\` | bad |
| draft | send | open | | \`memo != "" && input.words != "" && main.text != "" && input.line.text != "" && input.parts.all(one, one.text != "")\` | \`memo = input.words\`; \`main.text = memo\`; \`main.taxed = "full"\` | bad |
| open | pay | paid | | \`lines[0].text != "" && customer.email != ""\` | \`kind = kind == "goods" ? "services" : "goods"\` | bad |
| open | expire | paid | at due | | | |
| any other | update | — | | \`old.memo != memo && old.status != "open" && (!has(input.memo) \\|\\| input.memo != "") && (!has(input.lines) \\|\\| input.lines.all(one, one.text != ""))\` | | bad |

| Field | draft | open | paid |
| --- | --- | --- | --- |
| memo | editable | fixed | fixed |`,
  endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Customer | POST | /customers | \`Customer\` | 201 \`Customer\` |
| create Invoice | POST | /invoices | \`Invoice\` | 201 \`Invoice\` header Location |
| read Invoice | GET | /invoices/{id} | | 200 \`Invoice\` header X-Memo \`memo\` header X-Open \`status == "open"\` |
| update Invoice | PATCH | /invoices/{id} | \`Invoice(memo, kind, lines: Line(text)[])\` | 200 \`Invoice(id, memo, lines: Line(text)[])\` |
| send Invoice | POST | /invoices/{id}/send | \`{ words: Invoice.memo, line: Line, parts: Line(text)[] }\` | 202 \`Invoice\` when \`memo == "" && status == "open" && input.words == ""\`; 200 \`{ id: Invoice.id, words: Invoice.memo, says: = memo + customer.email }\` |
| pay Invoice | POST | /invoices/{id}/pay | | 200 \`Invoice(id, lines: Line(text, loud: = text + "!")[], customer: Customer(email, loud: = email + "!"))\` |
| list Invoice | GET | /invoices | | 200 \`{ data: Invoice[], next?: next cursor }\` |
| list Invoice as named | GET | /customers/{customer.email}/invoices | | 200 \`{ data: Invoice[] }\` |

### list Invoice

- Order: -memo

| Parameter | Maps to | Constraints |
| --- | --- | --- |
| limit | page size | |
| cursor | cursor | |
| about | filter memo = | |
| kind | filter kind = | default goods |
| state_ | filter status = | |
| mail | filter customer.email = | |
| q | search memo, code | |
| least | where \`total >= value && memo != "" && status != "open"\` | |
| with | expand customer | |
| shown | fields | default "id,memo" |

### named

| Parameter | Maps to | Constraints |
| --- | --- | --- |
| sort | sort memo, total | default "-memo" |
| kinds | filter kind in | default "goods,services" |
| with | expand customer | default customer |`,
  authentication:
    keyed(`| all | all Invoice | \`memo == caller.shop && kind == "goods" && customer.email != "" && status in ["draft", "open"]\` |
| all | all Customer | \`email == caller.shop\` |`),
  events: `| Event | When | Payload |
| --- | --- | --- |
| invoice.opened | send Invoice to open | \`Invoice(id, memo, loud: = memo + "!")\` |
| invoice.made | create Invoice | \`Invoice\` |

| Delivery | To | Events | Envelope |
| --- | --- | --- | --- |
| webhook | each Hook at url where \`memo_of == event.memo\` | invoice.opened, invoice.made | standard webhooks |`,
  errors: `| Code | Status | Condition |
| --- | --- | --- |
| bad | 409 | rule broken; guard fails |
| invalid | 422 | invalid input |`,
  limits: `| Limit | Kind | Applies to | Per | Value | When exceeded |
| --- | --- | --- | --- | --- | --- |
| calls | rate | all | caller.shop | 10 per second | |`,
  versioning: `| Version | Status |
| --- | --- |
| 2 | current |
| 1 | supported |`,
});
