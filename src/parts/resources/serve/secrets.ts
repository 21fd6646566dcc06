import type { CompiledResource } from '../../../contracts/compiled.ts';
import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { MaybePromise, RecordValue, Row } from '../../../contracts/record.ts';
import type { Transaction } from '../../../contracts/store.ts';
import { formatOf } from '../formats/index.ts';

/** How long a replaced secret is still stored, in milliseconds: 24 hours. */
export const replacedKept = 86_400_000;

type Keep = (
  transaction: Transaction,
  now: number,
  was: Row,
  before: RecordValue,
  after: RecordValue,
) => MaybePromise<void>;

/** Makes what keeps the secrets of a record that a write replaces; undefined for a resource without any. */
export function createReplacedSecretKeeper(
  { plan }: CompiledResource,
  columnOf: OperationContext['columnOf'],
): Keep | undefined {
  const secrets = plan.fields.filter(({ schema, computed }) => formatOf(schema)?.encrypted && computed?.shown !== true);
  if (secrets.length === 0) return undefined;
  const places = secrets.map(({ name }) => ({ name, at: columnOf(plan.name, name) }));
  return (transaction, now, was, before, after) => {
    const waits: Promise<void>[] = [];
    for (const { name, at } of places) {
      const next = after[name];
      if (typeof before[name] !== 'string' || typeof next !== 'string' || next === before[name]) continue;
      const place = { resource: plan.name, field: name, id: before[plan.identity] };
      const kept = transaction.keepReplaced(place, was[at] as string, now + replacedKept);
      if (kept instanceof Promise) waits.push(kept);
    }
    return waits.length === 0 ? undefined : Promise.all(waits).then(() => undefined);
  };
}

/**
 * Gives the secrets that sign for a record: the present one of a field, then those that were replaced within 24 hours, the last
 * one first. None where the field is empty.
 */
export function createSecretReader(
  { store, compiled }: Pick<OperationContext, 'store' | 'compiled'>,
  resource: string,
  field: string,
): (record: RecordValue, now: number) => MaybePromise<readonly string[]> {
  const { identity } = compiled.resources.get(resource)!.plan;
  return (record, now) => {
    const present = record[field];
    if (typeof present !== 'string') return [];
    const all = (replaced: readonly string[]): readonly string[] => [present, ...replaced.map(compiled.decryptSecret)];
    const found = store.replacedSecrets({ resource, field, id: record[identity] }, now);
    return then(found, all);
  };
}
