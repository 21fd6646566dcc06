import { listObjects } from '../fields/named-types.ts';
import type { Plan } from '../plan.ts';
import type { ValueSchema } from '../schema.ts';

/** The maximum depth of objects and lists in a body and in a record, itself included. */
export const deepestRecord = 64;

/** Returns whether values of a schema may nest to any depth: `any`, free objects, and objects that contain themselves. */
export function mayNestFreely(plan: Pick<Plan, 'objects' | 'unions'>, schema: ValueSchema): boolean {
  // An object that is met again while it is being looked through contains itself.
  const known = new Map<string, boolean>();
  const within = (schema: ValueSchema): boolean => {
    switch (schema.type) {
      case 'any':
      case 'object':
        return true;
      case 'list':
      case 'map':
        return within(schema.item);
      case 'named': {
        const before = known.get(schema.name);
        if (before !== undefined) return before;
        known.set(schema.name, true);
        const members = listObjects(plan, schema.name).flatMap((object) => object.members);
        const found = members.some((member) => within(member.schema));
        known.set(schema.name, found);
        return found;
      }
      default:
        return false;
    }
  };
  return within(schema);
}

/** Returns whether a value has more levels of objects and lists than allowed. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return (Array.isArray(value) ? value : Object.values(value)).some((item) => isNestedDeeper(item, levels - 1));
}
