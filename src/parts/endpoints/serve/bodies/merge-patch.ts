import { isObject } from '../../../../plan/fields/is-object.ts';
import type { ValueSchema } from '../../../../plan/schema.ts';
import { setOwn } from '../../../../text/own-property.ts';
import {
  createMembersInside,
  findFieldSchema,
  isNeverShown,
  type Members,
  type JsonObject as Value,
} from './fields.ts';

/**
 * JSON Merge Patch (RFC 7396, section 2) as the language reads it: objects merge member by member, everything else replaces;
 * null sets null where the member's type has it, elsewhere it removes the member.
 */
export type Merge = (schema: ValueSchema | undefined, target: unknown, patch: unknown) => unknown;

/** Makes the merge of a service: it knows the members of the service's objects and unions. */
export function mergeOf(plan: Members): Merge {
  const inside = createMembersInside(plan);

  const merge: Merge = (schema, target, patch) => {
    if (!isObject(patch)) return patch;
    const result: Value = isObject(target) ? { ...target } : {};
    const whole = { ...result, ...patch };
    const members = schema === undefined ? [] : inside.of(schema, whole);
    if (schema !== undefined && isObject(target) && inside.otherCase(schema, target, whole)) {
      // Nobody who is not shown it could take it away.
      for (const member of inside.of(schema, target)) if (isNeverShown(member)) delete result[member.name];
    }
    for (const name of Object.keys(patch)) {
      const value = patch[name];
      const inner = schema === undefined ? undefined : findFieldSchema(schema, members, name);
      if (value === null && inner?.nullable !== true) delete result[name];
      else setOwn(result, name, merge(inner, result[name], value));
    }
    return result;
  };
  return merge;
}
