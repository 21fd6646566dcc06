import { findNamed } from '../../text/find-named.ts';
import type { Plan } from '../plan.ts';
import type { ValueSchema } from '../schema.ts';
import type { NestedPath } from './field-path.ts';
import { listObjects } from './named-types.ts';

/** A field of the records of a resource, or a value inside one. */
export interface FilteredField {
  readonly resource: string;
  readonly field: string;
  /** The field and the members inside it: `address.city`. */
  readonly name: string;
  /** From the field to the value; empty if the field is the value. */
  readonly inside: readonly NestedPath[];
  readonly schema: ValueSchema;
}

type Named = Pick<Plan, 'resources' | 'objects' | 'unions'>;

/**
 * Follows the path of a filter through references, objects and the items of lists. Returns a field for each record on the way: all but the
 * last are references. Undefined if the path leads to nothing.
 */
export function resolveFilterPath(
  plan: Named,
  resource: string,
  path: readonly string[],
): readonly FilteredField[] | undefined {
  const [field = '', ...members] = path;
  let schema = findNamed(findNamed(plan.resources, resource)?.fields, field)?.schema;
  const inside: NestedPath[] = [];
  let before: string[] = [];
  for (const [at, member] of members.entries()) {
    for (; schema?.type === 'list'; schema = schema.item) {
      inside.push({ path: before, list: true });
      before = [];
    }
    if (schema?.type === 'ref') {
      const name = path.slice(0, at + 1).join('.');
      const rest = resolveFilterPath(plan, schema.resource, members.slice(at));
      return rest && [{ resource, field, name, inside: [...inside, ...toValue(before)], schema }, ...rest];
    }
    schema = schema && findMember(plan, schema, member);
    before.push(member);
  }
  return schema && [{ resource, field, name: path.join('.'), inside: [...inside, ...toValue(before)], schema }];
}

function toValue(path: readonly string[]): readonly NestedPath[] {
  return path.length === 0 ? [] : [{ path, list: false }];
}

/** Whether a filter compares the items of a list: it holds if one of them does. */
export function comparesItems(path: readonly FilteredField[]): boolean {
  return path.some(({ inside }) => inside.some(({ list }) => list));
}

/** Returns the schema of a member of an object; of a union its tag, or a member that all its objects have with one type. */
function findMember(plan: Named, of: ValueSchema, name: string): ValueSchema | undefined {
  if (of.type !== 'named') return undefined;
  const union = findNamed(plan.unions, of.name);
  if (union?.tag === name) return { type: 'choice', values: union.cases.map(({ tag }) => tag) };
  const found = listObjects(plan, of.name).map(({ members }) => findNamed(members, name)?.schema);
  return found.every((schema) => isSameType(schema, found[0])) ? found[0] : undefined;
}

/** Whether two schemas have the same values, apart from their constraints. */
function isSameType(left: ValueSchema | undefined, right: ValueSchema | undefined): boolean {
  const bare = (schema: ValueSchema | undefined): string =>
    JSON.stringify(schema, (key, value) => (key === 'constraints' ? undefined : value)) ?? '';
  return bare(left) === bare(right);
}
