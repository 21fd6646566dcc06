import { findNamed } from '../../text/find-named.ts';
import type { Plan } from '../plan.ts';
import type { ObjectPlan } from '../resource.ts';
import type { ValueSchema } from '../schema.ts';

type Types = Pick<Plan, 'objects' | 'unions'>;

/** Returns the objects that the name of a type means: one, or those of a union in the order of its cases. */
export function listObjects({ objects, unions }: Types, name: string): readonly ObjectPlan[] {
  const union = findNamed(unions, name);
  const names = union === undefined ? [name] : union.cases.map(({ object }) => object);
  return names.flatMap((object) => findNamed(objects, object) ?? []);
}

/** Returns the objects that a value may hold, at any depth. */
export function listObjectsInside(plan: Types, schema: ValueSchema): readonly ObjectPlan[] {
  const found = new Set<ObjectPlan>();
  const look = (of: ValueSchema): void => {
    const inner = getInnermost(of);
    if (inner.type !== 'named') return;
    for (const object of listObjects(plan, inner.name)) {
      if (found.has(object)) continue;
      found.add(object);
      for (const member of object.members) look(member.schema);
    }
  };
  look(schema);
  return [...found];
}

/** Returns the types that a value may hold, at any depth: its own or that of its items, and those of the members of its objects. */
export function listTypesInside(plan: Types, schema: ValueSchema): readonly ValueSchema[] {
  const members = listObjectsInside(plan, schema).flatMap((object) => object.members);
  return [schema, ...members.map((member) => member.schema)].map(getInnermost);
}

/** Returns the type of the items of lists and maps; other types as they are. */
export function getInnermost(schema: ValueSchema): ValueSchema {
  return schema.type === 'list' || schema.type === 'map' ? getInnermost(schema.item) : schema;
}
