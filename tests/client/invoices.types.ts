// Compiled with the generated client of the invoices: what must not compile has `@ts-expect-error` above it.
import { ApiError, createClient, type Invoice, type InvoiceOpen, type InvoicesEvent, verifyWebhook } from './client.ts';

const client = createClient({ baseUrl: 'http://127.0.0.1:4000', credentials: { key: 'sk_1' } });
// @ts-expect-error: the document states no such scheme
createClient({ baseUrl: '', credentials: { password: '' } });

export async function states(): Promise<void> {
  const sent = (await client.sendInvoice('inv_1')).orThrow();
  const number: number = sent.number;
  const open: InvoiceOpen = sent;
  const paid = (await client.waitUntilInvoice('inv_1', ['paid'])).orThrow();
  const status: 'paid' = paid.status;
  // @ts-expect-error: no such state
  await client.waitUntilInvoice('inv_1', ['lost']);
  const invoice: Invoice = (await client.readInvoice('inv_1')).orThrow();
  // @ts-expect-error: a draft has no number
  const sure: number = invoice.number;
  if (invoice.status === 'open') invoice.number.toFixed();
  // @ts-expect-error: a draft never has a number
  if (invoice.status === 'draft') invoice.number.toFixed();
  void [number, open, status, sure];
}

export async function bodies(): Promise<void> {
  await client.createInvoice({
    customer: 'cus_1',
    lines: [{ text: 'a', quantity: 1, price: 2 }],
    due_on: '2030-01-01',
  });
  // @ts-expect-error: due_on is required
  await client.createInvoice({ customer: 'cus_1', lines: [] });
  // @ts-expect-error: the service assigns the number
  await client.updateInvoice('inv_1', { number: 7 });
  await client.updateInvoice('inv_1', { memo: null }, { ifMatch: '"1"' });
  // @ts-expect-error: this operation has no precondition
  await client.sendInvoice('inv_1', { ifMatch: '"1"' });
  // @ts-expect-error: this operation has no idempotency key
  await client.createCustomer({ name: 'Ada', email: 'ada@example.com' }, { idempotencyKey: 'k' });
  for await (const invoice of client.listInvoice({ status: ['open'], sort: '-total' })) invoice.id.trim();
  // @ts-expect-error: no such filter
  client.listInvoice({ state: 'open' });
}

export async function codes(): Promise<string> {
  const result = await client.payInvoice('inv_1', { amount: 1 });
  // @ts-expect-error: rejections are checked before the data is read
  result.data.id.trim();
  if (result.ok) return result.data.status;
  switch (result.error.code) {
    case 'overpaid':
    case 'wrong_state':
      return result.error.fields.map(({ message }) => message).join();
    // @ts-expect-error: this operation never gives the code
    case 'email_taken':
      return '';
    default:
      return result.error.message;
  }
}

export async function events(): Promise<void> {
  for await (const event of client.streamEvents({ lastEventId: '7' })) handle(event);
  handle(await verifyWebhook({ body: '', headers: {} }, ['whsec_a', 'whsec_b']));
}

function handle(event: InvoicesEvent): void {
  if (event.type === 'invoice.paid') event.data.lines.map(({ price }) => price);
  // @ts-expect-error: this payload has two members only
  if (event.type === 'invoice.voided') event.data.lines.map(({ price }) => price);
  // @ts-expect-error: no such event
  if (event.type === 'invoice.lost') throw new ApiError('', undefined, new Response(), undefined);
}
