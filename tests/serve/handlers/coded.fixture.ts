import { shop } from '../support/shop.fixture.ts';

/** A document with texts of it replaced, each of which must be there. */
export function changed(document: string, ...changes: readonly (readonly [from: string, to: string])[]): string {
  return changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the shop has no longer: ${from}`);
    return text.replace(from, to);
  }, document);
}

/** The shop with operations of code, a transition that code calls, and a member that depends on the caller. */
export const coded = changed(
  shop,
  [
    '| draft, open | withdraw | void | |',
    '| open | settle | paid | handler | `total > 0 && (has(input.amount) ? input.amount < 10000 : true)` | `paid = has(input.amount) ? input.amount : total` | |\n| draft, open | withdraw | void | |',
  ],
  [
    '| memo | string or null | ..500 characters | |',
    '| memo | string or null | ..500 characters | |\n| watched | boolean | read-only | |',
  ],
  [
    '| create Reminder | POST',
    `| remind Invoice (handler) | POST | /invoices/{id}/remind | \`{ text: Reminder.text }\` | 200 \`Invoice\` | |
| split Invoice (handler) | POST | /invoices/{id}/split | \`{ amount?: Payment.amount, mode?: Reminder.text }\` | 200 \`{ invoice: Invoice(id, status), parts: Invoice(id, total)[], payment?: Payment }\`; 202 \`Invoice(id, memo)\` header X-Status \`status\` when \`status == "draft"\`; 204 | |
| owing (handler) | GET | /owing/{name} | | 200 \`{ customers: Customer(id, name)[], text: Reminder.text }\` | |
| close Invoice (handler) | POST | /invoices/{id}/close | | 204 | |
| settle Invoice | | | \`{ amount?: Payment.amount }\` | | |
| create Reminder | POST`,
  ],
  [
    'withdraw Invoice | `shop == caller.shop` | |',
    'withdraw Invoice, remind Invoice, split Invoice, close Invoice | `shop == caller.shop` | |\n| write | owing | | |',
  ],
  [
    '| too_large | 413 |',
    '| too_soon | 409 | raised by remind Invoice | It is too soon to remind | |\n| never | 409 | | No | |\n| elsewhere | 409 | raised by split Invoice | | |\n| too_large | 413 |',
  ],
);
