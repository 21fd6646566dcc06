import assert from 'node:assert/strict';
import { type Served, serve } from './served.fixture.ts';
import { shop } from './shop.fixture.ts';

/** One line of an invoice that comes to 1,000. */
export const line = { text: 'a chair', quantity: 2, price: 500 };

/** The shop as it is served, with a key and a customer of it. */
export interface Invoicing {
  readonly served: Served;
  readonly key: string;
  readonly customer: string;
  /** Makes an invoice of the customer. */
  invoice(more?: object): Promise<Record<string, unknown> & { id: string }>;
  /** The tag that an invoice has now. */
  tagOf(id: string): Promise<string>;
}

/** Serves the shop, in a store in memory that ends with it. */
export async function invoicing(): Promise<Invoicing> {
  const served = await serve(shop);
  const key = await served.key(['read', 'write', 'tags'], { shop: 's1' });
  const made = await served.ask('POST /customers', { key, body: { name: 'Ada', email: 'ada@x.org' } });
  assert.equal(made.status, 201, made.text);
  const customer: string = made.json.id;
  return {
    served,
    key,
    customer,
    async invoice(more = {}) {
      const body = { customer, currency: 'EUR', lines: [line], due_on: '2999-01-31', ...more };
      const got = await served.ask('POST /invoices', { key, body });
      assert.equal(got.status, 201, got.text);
      return got.json;
    },
    async tagOf(id) {
      return (await served.ask(`GET /invoices/${id}`, { key })).headers.get('ETag')!;
    },
  };
}
