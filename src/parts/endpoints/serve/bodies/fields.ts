import type { Plan } from '../../../../plan/plan.ts';
import type { DirectionWord, MemberPlan } from '../../../../plan/resource.ts';
import type { ValueSchema } from '../../../../plan/schema.ts';
import { formatOf } from '../../../resources/formats/index.ts';

/** An object of JSON. */
export type JsonObject = Record<string, unknown>;

/** What says which members the objects of a service have. */
export type Members = Pick<Plan, 'objects' | 'unions'>;

type Directed = { readonly direction?: DirectionWord; readonly schema: ValueSchema };

const neverShown = new Set<string | undefined>(['write-only', 'internal']);
const neverSent = new Set<string | undefined>(['read-only', 'internal']);

/** Whether clients are never shown a member, or a field. */
export function isNeverShown({ direction, schema }: Directed): boolean {
  return neverShown.has(direction) || formatOf(schema)?.hashed === true;
}

/** Whether clients never send a member: its value is the service's own. */
export function isNeverSent({ direction }: Directed): boolean {
  return neverSent.has(direction);
}

/** The members of the objects and unions of a service, by schema and value. */
export interface MembersInside {
  /** The members of a value: those of its object, or of the case of the union that its tag names. */
  of(schema: ValueSchema, value: JsonObject): readonly MemberPlan[];
  /** The members of an object, or of all cases of a union. */
  all(name: string): readonly MemberPlan[];
  /** Whether two values of a union are of different cases. */
  otherCase(schema: ValueSchema, left: JsonObject, right: JsonObject): boolean;
}

/** Makes it for the objects and unions of a service. */
export function createMembersInside({ objects: allObjects, unions: allUnions }: Members): MembersInside {
  const objects = new Map(allObjects.map(({ name, members }) => [name, members]));
  const unions = new Map(allUnions.map((union) => [union.name, union]));
  return {
    of(schema, value) {
      if (schema.type !== 'named') return [];
      const union = unions.get(schema.name);
      if (union === undefined) return objects.get(schema.name) ?? [];
      const found = union.cases.find(({ tag }) => tag === value[union.tag]);
      return found === undefined ? [] : (objects.get(found.object) ?? []);
    },
    all(name) {
      const union = unions.get(name);
      const names = union === undefined ? [name] : union.cases.map(({ object }) => object);
      return names.flatMap((candidate) => objects.get(candidate) ?? []);
    },
    otherCase(schema, left, right) {
      const union = schema.type === 'named' ? unions.get(schema.name) : undefined;
      return union !== undefined && left[union.tag] !== right[union.tag];
    },
  };
}

/** What a member of a value must be. */
export function findFieldSchema(
  schema: ValueSchema,
  members: readonly MemberPlan[],
  name: string,
): ValueSchema | undefined {
  return schema.type === 'map' ? schema.item : members.find((member) => member.name === name)?.schema;
}
