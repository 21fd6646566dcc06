import type { Plan } from '../plan.ts';
import type { ValueSchema } from '../schema.ts';

/** Whether values of a type hold objects with members that get a value if they are absent: a default, or null. */
export function hasMemberDefaults({ objects, unions }: Pick<Plan, 'objects' | 'unions'>, schema: ValueSchema): boolean {
  const seen = new Set<string>();
  const look = (of: ValueSchema): boolean => {
    if (of.type === 'list' || of.type === 'map') return look(of.item);
    if (of.type !== 'named' || seen.has(of.name)) return false;
    seen.add(of.name);
    const cases = unions.find(({ name }) => name === of.name)?.cases.map(({ object }) => object) ?? [of.name];
    return objects
      .filter(({ name }) => cases.includes(name))
      .some(({ members }) => members.some((member) => isFilled(member) || look(member.schema)));
  };
  return look(schema);
}

function isFilled({ default: otherwise, required, schema }: Plan['objects'][number]['members'][number]): boolean {
  return otherwise !== undefined || (schema.nullable === true && !required);
}
