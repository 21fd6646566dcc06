import type { Plan } from '../../plan/plan.ts';
import type { ResourcePlan } from '../../plan/resource.ts';
import type { Json } from '../../plan/schema.ts';
import { getValidator } from './validator.ts';

/** Creates an identity of the right form that no record has; undefined if none can be generated. `present` is one of a record. */
export function createUnknownIdentity(plan: Plan, resource: ResourcePlan, present: unknown): Json | undefined {
  const field = resource.fields.find(({ name }) => name === resource.identity);
  if (field === undefined) return undefined;
  if (typeof present === 'number') return present + 900_000;
  if (typeof present !== 'string') return undefined;
  const candidates = ['7q3v9k2m', '5b8d1f4a', 'unknown7'].map(
    (end) =>
      present.slice(0, Math.max(0, present.length - end.length)) + end.slice(-Math.min(end.length, present.length)),
  );
  return candidates.find((text) => text !== present && getValidator(plan)(field.schema, text).length === 0);
}
