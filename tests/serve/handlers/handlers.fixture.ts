import type { Settings } from '../../../src/serve/settings.ts';
import { type Got, type Served, serve } from '../support/served.fixture.ts';
import { coded } from './coded.fixture.ts';

/** What code is given. */
// biome-ignore lint/suspicious/noExplicitAny: handlers are typed by `nonet generate types`, not in these tests
export type Context = any;
type Handler = (context: Context) => unknown;

/** The code of the coded shop; each test sets what it needs. */
export interface CodeOfShop {
  remind: Handler;
  split: Handler;
  owing: Handler;
  close: Handler;
  beforeRemind: Handler;
  afterSend: Handler;
  /** In place of the member that depends on the caller. */
  watched: ((records: Context[], caller: Context, store: Context) => unknown) | undefined;
}

/** The coded shop, served, with a caller in each of two tenants. */
export interface CodedShop {
  readonly served: Served;
  readonly code: CodeOfShop;
  /** For how many records the member that depends on the caller was asked, each time. */
  readonly counted: number[];
  readonly ours: string;
  readonly theirs: string;
  post(path: string, body?: unknown, key?: string): Promise<Got>;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into the answer
  read(id: string, key?: string): Promise<any>;
  /** Makes a customer and an invoice of theirs; code does again what it does at first. */
  invoice(key?: string, price?: number): Promise<string>;
}

function plainCode(code: Partial<CodeOfShop>): void {
  code.remind = async ({ record, prepared, store }) => store.update('Invoice', record.id, { memo: prepared.text });
  code.beforeRemind = async ({ input }) => ({ text: `please: ${input.text}` });
  code.split = () => undefined;
  code.owing = () => ({ customers: [], text: '' });
  code.close = () => undefined;
  code.afterSend = () => undefined;
  code.watched = undefined;
}

/** Serves the coded shop in the store at an address. */
export async function codedShop(address: string, settings: Settings = {}, document = coded): Promise<CodedShop> {
  const code = {} as CodeOfShop;
  plainCode(code);
  const counted: number[] = [];
  const handlers = {
    'remind Invoice': (context: Context) => code.remind(context),
    'split Invoice': (context: Context) => code.split(context),
    owing: (context: Context) => code.owing(context),
    'close Invoice': (context: Context) => code.close(context),
    before: { 'remind Invoice': (context: Context) => code.beforeRemind(context) },
    after: { 'send Invoice': (context: Context) => code.afterSend(context) },
    computed: {
      'Invoice.watched': async (records: Context[], caller: Context, store: Context) => {
        counted.push(records.length);
        if (code.watched !== undefined) return code.watched(records, caller, store);
        await store.count('Invoice');
        return records.map(() => caller.shop === 'a');
      },
    },
  };
  const served = await serve(document, settings, undefined, address, handlers);
  const ours = await served.key(['read', 'write', 'tags'], { shop: 'a' });
  const theirs = await served.key(['read', 'write', 'tags'], { shop: 'b' });
  const post = (path: string, body?: unknown, key = ours): Promise<Got> => served.ask(`POST ${path}`, { key, body });
  return {
    served,
    code,
    counted,
    ours,
    theirs,
    post,
    read: async (id, key = ours) => (await served.ask(`GET /invoices/${id}`, { key })).json,
    async invoice(key = ours, price = 700) {
      plainCode(code);
      const email = `${Math.random()}@example.com`;
      const customer = (await post('/customers', { name: 'Ada', email }, key)).json.id;
      const lines = [{ text: 'paper', quantity: 1, price }];
      const made = await post('/invoices', { customer, currency: 'EUR', lines, due_on: '2999-01-01' }, key);
      if (made.status !== 201) throw new Error(made.text);
      return made.json.id;
    },
  };
}
