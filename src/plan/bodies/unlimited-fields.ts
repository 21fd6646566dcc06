import { listObjects } from '../fields/named-types.ts';
import type { Plan } from '../plan.ts';
import type { ValueSchema } from '../schema.ts';
import { computeMaxRecordSize, defaultBodySize } from './max-record-size.ts';

/** Fields without a size limit of their own, and the maximum number of characters in their record. */
export interface UnboundedFields {
  readonly resource: string;
  readonly fields: readonly string[];
  readonly characters: number;
}

/** Returns the fields that clients may send in any size: strings, lists and maps without a maximum, `any` and free objects. */
export function listUnboundedFields(plan: Plan): readonly UnboundedFields[] {
  // An object that is met again while it is being looked through contains itself.
  const known = new Map<string, boolean>();
  const within = (schema: ValueSchema): boolean => {
    const bounded =
      schema.constraints?.some(
        (constraint) => constraint.kind === 'pattern' || (constraint.kind === 'range' && constraint.to),
      ) === true;
    switch (schema.type) {
      case 'string':
        return schema.format === undefined && !bounded;
      case 'any':
      case 'object':
        return true;
      case 'list':
      case 'map':
        return !bounded || within(schema.item);
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
  return plan.resources.flatMap(({ name: resource, fields }): UnboundedFields[] => {
    const open = fields.filter((field) => field.assigned === undefined && field.computed === undefined);
    const names = open.filter(({ schema }) => within(schema)).map(({ name }) => name);
    if (names.length === 0) return [];
    return [{ resource, fields: names, characters: computeMaxRecordSize(plan.operations, resource, defaultBodySize) }];
  });
}
