import { randomFrom } from './random.ts';
import { base32 } from './yardsticks/identifiers.ts';

/** A record by the columns of its table. */
export type Columns = Readonly<Record<string, string | number | null>>;

/** How much is in the databases. */
export const sizes = { shops: ['s1', 's2'], customers: 1_000, invoices: 100_000 } as const;

const start = Date.parse('2026-01-01T00:00:00.000Z');
const span = 180 * 86_400_000;
const day = 86_400_000;
const words = ['paint', 'repair', 'delivery', 'oak table', 'lamp', 'twelve chairs', 'visit', 'glass, cut to size'];

/** The customers and invoices of every database: the same each time. */
export function dataset(): { readonly customers: readonly Columns[]; readonly invoices: readonly Columns[] } {
  const random = randomFrom(20_261_101);
  const customers = Array.from({ length: sizes.customers }, (_, i): Columns => {
    const at = start - (sizes.customers - i) * 60_000;
    return {
      version: 1,
      id: idOf('cus', at, i, random),
      shop: sizes.shops[i % 2]!,
      name: `Customer ${i}`,
      email: `customer${i}@example.com`,
      created_at: new Date(at).toISOString(),
    };
  });
  const numbers = new Map<string, number>();
  const invoices = Array.from({ length: sizes.invoices }, (_, i) => {
    const at = start + Math.floor((i * span) / sizes.invoices);
    const customer = customers[Math.floor(random() * sizes.customers)]!;
    return invoiceOf(customer, idOf('inv', at, i, random), at, random, numbers);
  });
  return { customers, invoices };
}

function invoiceOf(
  customer: Columns,
  id: string,
  at: number,
  random: () => number,
  numbers: Map<string, number>,
): Columns {
  const shop = String(customer.shop);
  const lines = Array.from({ length: 1 + Math.floor(random() * 4) }, () => ({
    text: words[Math.floor(random() * words.length)]!,
    quantity: 1 + Math.floor(random() * 20),
    price: 100 + Math.floor(random() * 20_000),
  }));
  const total = lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
  const chance = random();
  const status = chance < 0.2 ? 'draft' : chance < 0.5 ? 'open' : chance < 0.95 ? 'paid' : 'void';
  const sent = status !== 'draft';
  const number = sent ? (numbers.get(shop) ?? 0) + 1 : null;
  if (number !== null) numbers.set(shop, number);
  const moment = new Date(at).toISOString();
  return {
    version: 1,
    status_since: at,
    id,
    shop,
    customer: customer.id!,
    status,
    number,
    lines: JSON.stringify(lines),
    total,
    paid: status === 'paid' ? total : 0,
    due_on: new Date(at + Math.floor(10 + random() * 80) * day).toISOString().slice(0, 10),
    memo: random() < 0.5 ? `Order ${Math.floor(random() * 1e6)}, "thank you"` : null,
    sent_at: sent ? moment : null,
    created_at: moment,
    updated_at: moment,
  };
}

function idOf(prefix: string, at: number, i: number, random: () => number): string {
  const word = (): number => Math.floor(random() * 0x1_0000_0000);
  const middle = (at % 0x10000) * 0x10000 + (0x7000 | (i & 0xfff));
  const third = 0x80000000 + (word() & 0x3fffffff);
  return `${prefix}_${base32(Math.floor(at / 0x10000), middle, third, word())}`;
}
