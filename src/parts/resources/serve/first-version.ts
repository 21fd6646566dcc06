import type { OperationContext } from '../../../contracts/operation-context.ts';
import { getResourceOperations } from '../../../plan/records/readers.ts';
import type { ResourcePlan } from '../../../plan/resource.ts';

/** The number of versions between those of two new records: one record has fewer. */
const distance = 1000;

/** The last version that was given to a new record, by resource. */
const given = new WeakMap<ResourcePlan, number>();

/**
 * Creates what gives a new record its version. The version is in the entity tag, so it continues from the time where one address can be
 * that of another record later: two records then never have one version there. Elsewhere it is 1.
 */
export function createFirstVersion(op: Pick<OperationContext, 'resource' | 'plan'>): (now: number) => number {
  if (!mayChangeRecord(op)) return () => 1;
  const of = op.resource!.plan;
  return (now) => {
    const version = Math.max(now * distance, (given.get(of) ?? 0) + distance);
    given.set(of, version);
    return version;
  };
}

/** Whether an address may be that of another record: its identity may be given again, or something else finds the record. */
function mayChangeRecord({ resource, plan }: Pick<OperationContext, 'resource' | 'plan'>): boolean {
  const { name, fields, identity } = resource!.plan;
  const by = fields.find((field) => field.name === identity)?.assigned?.by;
  if (by !== 'format' && by !== 'sequence') return true;
  return getResourceOperations(plan, name).some(({ record, segments, kind, method }) => {
    const byOther = segments.some(
      (place) => place.kind === 'placeholder' && place.of === 'own' && place.field !== identity,
    );
    return byOther || record !== undefined || (kind === 'create' && method === 'PUT');
  });
}
