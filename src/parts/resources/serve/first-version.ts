import type { OperationContext } from '../../../contracts/operation-context.ts';
import { getResourceOperations } from '../../../plan/records/readers.ts';

/** The number of versions between those of two new records: one record has fewer. */
const distance = 1000;

/** The last version that a service gave to a new record, by its platform and the resource. */
const given = new WeakMap<OperationContext['platform'], Map<string, number>>();

/**
 * Creates what gives a new record its version. The version is in the entity tag, so it continues from the time where one address can be
 * that of another record later: two records then never have one version there. Elsewhere it is 1.
 */
export function createFirstVersion(
  op: Pick<OperationContext, 'resource' | 'plan' | 'platform'>,
): (now: number) => number {
  if (!mayChangeRecord(op)) return () => 1;
  const { name } = op.resource!.plan;
  const last = given.get(op.platform) ?? new Map<string, number>();
  given.set(op.platform, last);
  return (now) => {
    const version = Math.max(now * distance, (last.get(name) ?? 0) + distance);
    last.set(name, version);
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
