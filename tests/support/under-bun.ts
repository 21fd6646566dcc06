import { implement, open } from '../../src/index.ts';
import { coded } from '../serve/handlers/coded.fixture.ts';

/** Opens the shop with its code on a store and prints what requests of two tenants come to, as JSON: run by `bun`. */
const logged: string[] = [];
const note = (_: object, message: string): void => void logged.push(message);
const handlers = implement({
  'remind Invoice': async ({ record, prepared, store, call }: never) => {
    const { id } = record as { id: string };
    if (prepared === 'late') await new Promise((resolve) => setTimeout(resolve, 1500));
    await (store as { update(...given: unknown[]): Promise<unknown> }).update('Invoice', id, { memo: prepared });
    return (call as (...given: unknown[]) => Promise<unknown>)('send Invoice', id);
  },
  'split Invoice': () => undefined,
  owing: () => ({ customers: [], text: '' }),
  'close Invoice': () => undefined,
  before: { 'remind Invoice': async ({ input }: { input: { text: string } }) => input.text },
} as never);

const store = process.argv[2]!;
const log = { info: note, warn: note, error: note };
const service = await open({ document: coded, store, handlers, log, clock: () => Date.now() });
const keyOf = (shop: string): Promise<string> =>
  service.createKey({ subject: shop, scopes: ['read', 'write'], attributes: { shop } });
const ours = await keyOf('a');
const theirs = await keyOf('b');
const ask = async (
  line: string,
  key: string,
  body?: unknown,
): Promise<{ status: number; json: Record<string, unknown> }> => {
  const [method, path] = line.split(' ') as [string, string];
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` };
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await service.fetch(new Request(`http://localhost${path}`, { method, headers, ...content }));
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
};
const customer = (await ask('POST /customers', ours, { name: 'Ada', email: 'ada@example.com' })).json.id;
const lines = [{ text: 'paper', quantity: 2, price: 350 }];
const made = await ask('POST /invoices', ours, { customer, currency: 'EUR', lines, due_on: '2999-01-01' });
const at = `/invoices/${made.json.id}`;
const late = await ask(`POST ${at}/remind`, ours, { text: 'late' });
const told = logged.at(-1);
const hidden = await ask(`POST ${at}/remind`, theirs, { text: 'theirs' });
const done = await ask(`POST ${at}/remind`, ours, { text: 'ours' });
await service.close();
const { status, memo, number } = done.json;
console.log(
  JSON.stringify({ made: made.status, late: late.status, told, hidden: hidden.status, status, memo, number }),
);
process.exit();
