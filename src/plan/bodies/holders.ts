import type { Plan } from '../plan.ts';
import type { ValueSchema } from '../schema.ts';

/** Returns the names of the objects and unions whose values hold, at any depth, a value of a type that `isSought` names. */
export function findHolders(
  { objects, unions }: Pick<Plan, 'objects' | 'unions'>,
  isSought: (schema: ValueSchema) => boolean,
): ReadonlySet<string> {
  const holders = new Set<string>();
  const holds = (schema: ValueSchema): boolean => {
    if (schema.type === 'list' || schema.type === 'map') return holds(schema.item);
    return schema.type === 'named' ? holders.has(schema.name) : isSought(schema);
  };
  let before: number;
  do {
    before = holders.size;
    for (const { name, members } of objects) if (members.some((member) => holds(member.schema))) holders.add(name);
    for (const { name, cases } of unions) if (cases.some(({ object }) => holders.has(object))) holders.add(name);
  } while (holders.size > before);
  return holders;
}
