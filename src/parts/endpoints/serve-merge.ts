import type { Plan } from '../../plan/plan.ts';
import type { ValueSchema } from '../../plan/schema.ts';

type Value = Record<string, unknown>;

function isObject(value: unknown): value is Value {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * JSON Merge Patch (RFC 7396, section 2) as the language reads it: objects merge member by member, everything else replaces;
 * null sets null where the member's type has it, elsewhere it removes the member.
 */
export type Merge = (schema: ValueSchema | undefined, target: unknown, patch: unknown) => unknown;

/** Makes the merge of a service: it knows the members of the service's objects and unions. */
export function mergeOf(plan: Pick<Plan, 'objects' | 'unions'>): Merge {
  const objects = new Map(
    plan.objects.map(({ name, members }) => [name, new Map(members.map((member) => [member.name, member.schema]))]),
  );
  const unions = new Map(plan.unions.map((union) => [union.name, union]));

  const memberOf = (schema: ValueSchema | undefined, value: Value): ((name: string) => ValueSchema | undefined) => {
    if (schema?.type === 'map') return () => schema.item;
    if (schema?.type !== 'named') return () => undefined;
    const union = unions.get(schema.name);
    const tag = union === undefined ? undefined : value[union.tag];
    const name = union === undefined ? schema.name : union.cases.find((one) => one.tag === tag)?.object;
    const members = name === undefined ? undefined : objects.get(name);
    return (member) => members?.get(member);
  };

  const merge: Merge = (schema, target, patch) => {
    if (!isObject(patch)) return patch;
    const result: Value = isObject(target) ? { ...target } : {};
    const members = memberOf(schema, { ...result, ...patch });
    for (const name of Object.keys(patch)) {
      const value = patch[name];
      const inner = members(name);
      if (value === null && inner?.nullable !== true) delete result[name];
      else set(result, name, merge(inner, result[name], value));
    }
    return result;
  };
  return merge;
}

/** Sets a member, `__proto__` as a plain one too. */
function set(into: Value, name: string, value: unknown): void {
  if (name !== '__proto__') into[name] = value;
  else Object.defineProperty(into, name, { value, enumerable: true, configurable: true, writable: true });
}
