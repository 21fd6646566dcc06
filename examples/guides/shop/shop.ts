import { implement } from 'nonet';
import type { Customer, Shop } from './shop.types.ts';

export default implement<Shop>()({
  before: {
    async 'remind Invoice'({ record, input, signal }) {
      const greeting = await Promise.resolve(`Dear customer of ${record.shop}`);
      signal.throwIfAborted();
      return { text: `${greeting}: ${input.text}` };
    },
  },

  within: {
    async 'create Invoice'({ record, store, refuse }) {
      const { customer } = record;
      const drafts = await store.count('Invoice', {
        where: 'customer == input.customer && status == "draft"',
        input: { customer },
      });
      if (drafts > 20) refuse('too_many', { field: 'customer' });
    },
  },

  async 'remind Invoice'({ record, prepared, store, refuse, emit }) {
    if (record.status !== 'open') refuse('too_soon', { field: 'text' });
    const reminded = await store.update('Invoice', record.id, { memo: prepared.text });
    await emit('invoice.reminded', reminded);
    return reminded;
  },

  async 'split Invoice'({ record, store, input, answer }) {
    const { customer, total } = record;
    if (input.mode === 'later') return answer(202, { ...record, memo: 'split tonight' });
    await store.create('Invoice', { customer, total: input.amount ?? total });
    const parts = await store.list('Invoice', {
      where: 'customer == input.customer && total > input.least',
      input: { customer, least: 0 },
      order: '-created_at',
      limit: 10,
    });
    return { ...record, parts };
  },

  async 'close Invoice'({ record, call }) {
    if (record.status === 'draft') await call('send Invoice', record.id);
    await call('settle Invoice', record.id, { amount: record.total });
  },

  async owing({ store }) {
    const customers = new Map<string, Customer>();
    for await (const { customer } of store.all('Invoice', { where: 'status == "open"' })) {
      const found = await store.get('Customer', customer);
      if (found !== undefined) customers.set(customer, found);
    }
    const total = await store.count('Invoice', { where: 'status == "open"' });
    return { customers: [...customers.values()], text: `${total} invoices are open` };
  },

  async login({ input, issue }) {
    return { token: await issue('session', { id: input.name, scopes: ['write'], attributes: { shop: input.name } }) };
  },

  me({ credential }) {
    return { token: credential() };
  },

  after: {
    'send Invoice'({ record }) {
      console.log('sent', record.id);
    },
  },
  computed: {
    'Invoice.watched': (records, caller) => records.map(({ shop }) => caller?.shop === shop),
  },
});
