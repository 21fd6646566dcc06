import assert from 'node:assert/strict';
import { type Served, serve } from '../serve/support/served.fixture.ts';
import { shop } from '../serve/support/shop.fixture.ts';

const document = shop
  .replace('| email | filter email = | | |', '| email | filter email = | | |\n| q | search name, email | | |')
  .replace(
    '### Preconditions',
    '### Idempotency\n\n| Operations | Key | Kept for | When absent |\n| --- | --- | --- | --- |\n| create Invoice | header Idempotency-Key | 24 hours | allowed |\n\n### Preconditions',
  )
  .replace(
    '| too_large |',
    '| reused | 422 | idempotency key reused | | |\n| working | 409 | idempotency key in progress | | |\n| too_large |',
  );

/** Identities of the right form that no record has. */
export const unknown = {
  customer: 'cus_01h455vb4pex5vsknk084sn02q',
  invoice: 'inv_01h455vb4pex5vsknk084sn02q',
  reminder: '01890a5d-ac96-774b-bcce-b302099a8057',
  tag: 'nobodys',
};
/** The trace of every request, so that answers may be compared byte for byte. */
export const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`;

/** Two callers, and the identities of what the first of them has. */
export interface Two {
  readonly served: Served;
  readonly a: string;
  readonly b: string;
  readonly ids: typeof unknown;
}

/** Serves a shop with records of the first of two callers. */
export async function two(address: string): Promise<Two> {
  const served = await serve(document, { explain: 'never' }, undefined, address);
  const scopes = ['read', 'write', 'tags'];
  const [a, b] = [await served.key(scopes, { shop: 'a' }), await served.key(scopes, { shop: 'b' })];
  const make = async (line: string, body: object): Promise<string> => {
    const got = await served.ask(line, { key: a, body });
    assert.equal(got.status, 201, got.text);
    return got.json.id;
  };
  const customer = await make('POST /customers', { name: 'Ada', email: 'ada@example.com' });
  const invoice = await make('POST /invoices', invoiceOf(customer));
  const reminder = await make('POST /reminders', { invoice, text: 'pay' });
  await make('PUT /tags/theirs', { color: 'red', invoice });
  return { served, a, b, ids: { customer, invoice, reminder, tag: 'theirs' } };
}

/** The body of an invoice for a customer. */
export const invoiceOf = (customer: string): object => ({
  customer,
  currency: 'EUR',
  lines: [{ text: 'x', quantity: 1, price: 5 }],
  due_on: '2999-01-01',
});
