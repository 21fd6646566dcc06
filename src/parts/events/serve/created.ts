/** By transaction, the records that code or effects have created in it. */
const created = new WeakMap<object, Set<string>>();

function buildKey(resource: string, id: unknown): string {
  return `${resource} ${String(id)}`;
}

/** Notes a record that is new: no subscriber of a stream has heard of it before the commit. */
export function noteCreated(transaction: object, resource: string, id: unknown): void {
  const known = created.get(transaction);
  if (known === undefined) created.set(transaction, new Set([buildKey(resource, id)]));
  else known.add(buildKey(resource, id));
}

/** Whether a record was created in this transaction. */
export function isCreatedIn(transaction: object | undefined, resource: string, id: unknown): boolean {
  return transaction !== undefined && created.get(transaction)?.has(buildKey(resource, id)) === true;
}
