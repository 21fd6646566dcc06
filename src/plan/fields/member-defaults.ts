import type { Plan } from '../plan.ts';
import type { ValueSchema } from '../schema.ts';
import { listObjectsInside } from './named-types.ts';

/** Whether values of a type hold objects with members that get a value if they are absent: a default, or null. */
export function hasMemberDefaults(plan: Pick<Plan, 'objects' | 'unions'>, schema: ValueSchema): boolean {
  return listObjectsInside(plan, schema).some(({ members }) => members.some(isFilled));
}

function isFilled({ default: otherwise, required, schema }: Plan['objects'][number]['members'][number]): boolean {
  return otherwise !== undefined || (schema.nullable === true && !required);
}
