import { changed, coded } from '../handlers/coded.fixture.ts';

/** The shop, with code, that tells of what happens in it in every way of the language. */
export const telling = changed(
  coded,
  [
    '## Events\n\nNone.',
    `## Events

| Event | When | Payload | Meaning |
| --- | --- | --- | --- |
| customer.changed | create Customer, update Customer, replace Customer | \`Customer\` | |
| customer.left | delete Customer | \`Customer(id, name)\` | |
| invoice.created | create Invoice | \`Invoice(all except watched, customer: Customer(id, name))\` | |
| invoice.noted | create Invoice | | nothing but that it happened |
| invoice.sent | send Invoice to open | \`{ id: Invoice.id, was: = old.status, mail: = customer.email, url: = self, kind: event type, at: event time, nth: sequence, who: event id }\` | |
| invoice.paid | pay Invoice to paid | \`Invoice(id, total, paid)\` | |
| invoice.moved | pay Invoice to open, pay Invoice to paid, settle Invoice, withdraw Invoice | \`Invoice(id, status)\` | |
| invoice.changed | update Invoice | \`Invoice(id, memo)\` | |
| invoice.erased | delete Invoice | \`Invoice(id, status, lines)\` | |
| reminder.left | delete Reminder | \`Reminder(id, state)\` | |
| reminder.seen | see Reminder to read | | |
| tag.changed | create Tag, update Tag | \`{ name: Tag.name, color: Tag.color, invoice: Tag.invoice }\` | |
| invoice.reminded | emitted by remind Invoice | \`Invoice(id, memo)\` | |`,
  ],
  [
    '| create Reminder | POST',
    `| list events | GET | /events | | 200 \`{ data: { id: event id, kind: event type, at: event time, nth: sequence, body: payload }[], next: next cursor, more: has more }\` | |
| read event | GET | /events/{id} | | 200 \`{ id: event id, kind: event type, body: payload, v: version }\` | |
| create Reminder | POST`,
  ],
  [
    '### list Customer\n',
    '### list events\n\n| Parameter | Maps to |\n| --- | --- |\n| limit | page size |\n| cursor | cursor |\n\n### list Customer\n',
  ],
  [
    '| tags | all Tag, all Reminder | `shop == caller.shop` | |',
    '| tags | all Tag, all Reminder | `shop == caller.shop` | |\n| hear | list events, read event | `shop == caller.shop` | |',
  ],
);
