import { findNamed } from '../text/find-named.ts';
import { memo } from '../text/memo.ts';
import type { LimitPlan } from './plan.ts';
import type { FieldPlan, ResourcePlan } from './resource.ts';

/** Returns the limits of these names in their order; names that no limit has are left out. */
export function limitsNamed(limits: readonly LimitPlan[], names: readonly string[]): readonly LimitPlan[] {
  return names.flatMap((name) => findNamed(limits, name) ?? []);
}

/** Finds the field by whose values a quota per attribute counts the records of a resource. */
export function findQuotaField({ fields }: ResourcePlan, attribute: string): FieldPlan | undefined {
  return fields.find(({ assigned }) => assigned?.by === 'caller' && assigned.attribute === attribute);
}

const byResource = memo((limits: readonly LimitPlan[]): ReadonlyMap<string, readonly LimitPlan[]> => {
  const pairs = limits.flatMap((limit) => listCountedResources(limit).map((resource) => ({ resource, limit })));
  const groups = Map.groupBy(pairs, ({ resource }) => resource);
  return new Map([...groups].map(([resource, all]) => [resource, all.map(({ limit }) => limit)]));
});

/** Returns the resources whose records, or whose files, a quota counts; none of another limit. */
export function listCountedResources({
  resource,
  filesOf,
}: Pick<LimitPlan, 'resource' | 'filesOf'>): readonly string[] {
  return filesOf ?? (resource === undefined ? [] : [resource]);
}

/** Returns the quotas that count the records of a resource, in their order. */
export function getQuotas(limits: readonly LimitPlan[], resource: string): readonly LimitPlan[] {
  return byResource(limits).get(resource) ?? [];
}
