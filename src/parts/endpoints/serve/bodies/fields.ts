import { listObjects } from '../../../../plan/fields/named-types.ts';
import type { Plan } from '../../../../plan/plan.ts';
import type { DirectionWord, MemberPlan } from '../../../../plan/resource.ts';
import type { ValueSchema } from '../../../../plan/schema.ts';
import { findNamed } from '../../../../text/find-named.ts';
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
export function createMembersInside(plan: Members): MembersInside {
  const findUnion = (schema: ValueSchema) =>
    schema.type === 'named' ? findNamed(plan.unions, schema.name) : undefined;
  return {
    of(schema, value) {
      if (schema.type !== 'named') return [];
      const union = findUnion(schema);
      const name = union === undefined ? schema.name : union.cases.find(({ tag }) => tag === value[union.tag])?.object;
      return findNamed(plan.objects, name)?.members ?? [];
    },
    all: (name) => listObjects(plan, name).flatMap((object) => object.members),
    otherCase(schema, left, right) {
      const union = findUnion(schema);
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
