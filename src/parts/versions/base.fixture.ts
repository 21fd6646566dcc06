/** The parts of a document that rows of Changes speak of, without their headings. */
export type Parts = Readonly<
  Record<'resources' | 'states' | 'endpoints' | 'events' | 'errors' | 'limits' | 'authentication', string>
>;

/** A document with something of everything that a row may change. */
export const base: Parts = {
  resources: `
### Customer

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| name | string | required |

### Line (object)

| Field | Type | Constraints |
| --- | --- | --- |
| text | string | required |
| amount | integer | required; 0.. |

### Invoice

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| status | state | |
| memo | string | ..200 characters |
| total | integer | default 0 |
| kind | one of goods, services | default goods |
| customer | ref Customer | required |
| lines | Line[] | |
`,
  states: `
### Invoice

| State | Kind |
| --- | --- |
| draft | initial |
| open | |
| paid | final |

| Transition | From | To | Guard |
| --- | --- | --- | --- |
| send | draft | open | \`memo != "" && total > 0\` |
| pay | open | paid | |
`,
  endpoints: `
| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Invoice | POST | /invoices | \`Invoice\` | 201 \`Invoice\` header Location |
| read Invoice | GET | /invoices/{id} | | 200 \`Invoice(all, customer: Customer(id, name))\` |
| update Invoice | PATCH | /invoices/{id} | \`Invoice(memo, kind)\` | 200 \`Invoice(id, memo, total, lines: Line(text)[])\` |
| send Invoice | POST | /invoices/{id}/send | \`{ note?: Invoice.memo }\` | 202 \`{ id: Invoice.id, text: Invoice.memo }\` when \`status == "paid"\`; 200 \`Invoice\` |
| pay Invoice | POST | /invoices/{id}/pay | | 200 \`Invoice\` |
| list Invoice | GET | /invoices | | 200 \`{ data: Invoice[], next?: next cursor }\` |

### list Invoice

- Order: -total

| Parameter | Maps to | Constraints |
| --- | --- | --- |
| limit | page size | |
| cursor | cursor | |
| status | filter status = | |
| note | filter memo = | |
| sort | sort memo, total | |
| with | expand customer | |
`,
  authentication: 'None.',
  events: `
| Event | When | Payload |
| --- | --- | --- |
| invoice.sent | send Invoice | \`Invoice(id, memo)\` |
| invoice.paid | pay Invoice | \`Invoice\` |
`,
  errors: `
| Code | Status | Condition |
| --- | --- | --- |
| invalid | 422 | invalid input |
| wrong_state | 409 | wrong state |
| not_sendable | 409 | guard fails on send Invoice |
`,
  limits: `
| Limit | Kind | Applies to | Value |
| --- | --- | --- | --- |
| wait | timeout | all | 10 seconds |
| pages | page size | list Invoice | 20, at most 100 |
`,
};

/** The base with texts replaced in its parts, each of which must be there. */
export function changed(edits: Partial<Record<keyof Parts, readonly (readonly [string | RegExp, string])[]>>): Parts {
  const made: Record<string, string> = { ...base };
  for (const [part, list] of Object.entries(edits)) {
    for (const [from, to] of list) {
      const before = made[part]!;
      made[part] = before.replaceAll(from instanceof RegExp ? new RegExp(from, 'g') : from, to);
      if (made[part] === before) throw new Error(`${part} does not hold ${from}`);
    }
  }
  return made as Parts;
}
