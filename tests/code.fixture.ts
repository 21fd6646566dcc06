/** Wrong uses of the types of the guide, each an error of its own: a line that fits fails as an unused `@ts-expect-error`. */
export const wrong = `import type { HandlerContext, WithinHookContext } from 'nonet';
import type { Shop } from './shop.types.ts';
export async function wrong({ record, store, call, emit, refuse, answer }: HandlerContext<Shop, Shop['operations']['remind Invoice']>) {
${[
  "await store.get('Invoice', 5);",
  "await store.get('Invoice', undefined);",
  "await store.get('Invoce', record.id);",
  "await store.find('Invoice', { wher: 'true' });",
  "await store.find('Invoice', { limit: 1 });",
  "await store.list('Invoice', { after: 'x' });",
  "await store.list('Invoice', { where: 5 });",
  "await store.count('Invoice', { offset: 1 });",
  "await store.page('Invoice', { offset: 1 });",
  "store.all('Invoice', { limit: 1 });",
  "await store.create('Customer', { nam: 'Ada' });",
  "await store.create('Customer', { name: Promise.resolve('Ada') });",
  "await store.update('Invoice', record.id, { status: 'paid' });",
  "await store.deleteAll('Invoice', {});",
  "await store.deleteAll('Invoice', { where: 'true', order: 'id' });",
  "await call('sned Invoice', record.id);",
  "await call('send Invoice', 5);",
  "await emit('invoice.sent', record);",
  "if (record.paid > 1) refuse('too_soon', { field: 'txt' });",
  "if (record.paid > 2) refuse('too_soon', { fild: 'text' });",
  "if (record.paid > 3) refuse('elsewhere');",
  'answer(203, record);',
]
  .map((line) => `  // @ts-expect-error\n  ${line}\n`)
  .join('')}
  if (record.paid > 4) refuse('too_soon', { field: 'text' });
  if (record.paid > 5) refuse('too_soon', { field: '/text', message: undefined });
  if (record.paid > 6) refuse('too_soon', { field: 'memo' });
}
export async function wrongHook({ record, old, input, store, refuse, now }: WithinHookContext<Shop, Shop['within']['settle Invoice']>) {
  // @ts-expect-error: only create Invoice may raise it
  if (record.paid > 1) refuse('too_many');
  // @ts-expect-error: a timer or code may give none
  input.amount > 1;
  // @ts-expect-error
  old.nothing;
  const rest: bigint = old.total - record.paid;
  const at: Date = now;
  if (input.amount !== undefined && rest > 0 && at.getTime() > 0) await store.update('Invoice', record.id, { memo: 'x' });
}
export function wrongCreate({ record, old }: WithinHookContext<Shop, Shop['within']['create Invoice']>): undefined {
  // @ts-expect-error
  old.total;
  return record.status === 'draft' ? old : undefined;
}
`;
