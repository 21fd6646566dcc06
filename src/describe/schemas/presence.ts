import type { Expression } from '../../expression/tree.ts';
import { mayBeAbsent } from '../../plan/fields/presence.ts';
import type { FieldPlan, ResourcePlan } from '../../plan/resource.ts';

/**
 * Returns whether every stored record has a value, which may be null, in a field. A computed field has one where everything that it
 * reads is always there: a write whose computed fields fail is refused.
 */
export function isAlwaysThere(resource: ResourcePlan, field: FieldPlan): boolean {
  if (!mayBeAbsent(resource, field)) return true;
  const { computed } = field;
  return computed !== undefined && !computed.shown && readsOnlyPresent(computed.value, resource, new Set([field.name]));
}

function readsOnlyPresent(node: unknown, resource: ResourcePlan, seen: ReadonlySet<string>): boolean {
  if (typeof node !== 'object' || node === null) return true;
  if (Array.isArray(node)) return node.every((item) => readsOnlyPresent(item, resource, seen));
  const { op, root, steps } = node as Partial<Extract<Expression, { readonly op: 'path' }>>;
  if (op === 'path') {
    if (root !== 'record' || steps === undefined) return root === 'local' && !steps?.some(({ optional }) => optional);
    const [first, ...inside] = steps;
    if (inside.some(({ optional }) => optional === true)) return false;
    const field = resource.fields.find(({ name }) => name === first?.name);
    if (field === undefined || seen.has(field.name)) return false;
    if (field.computed === undefined) return first?.optional !== true;
    return isAlwaysComputed(field, resource, seen);
  }
  return Object.values(node).every((value) => readsOnlyPresent(value, resource, seen));
}

function isAlwaysComputed({ name, computed }: FieldPlan, resource: ResourcePlan, seen: ReadonlySet<string>): boolean {
  return computed?.shown === false && readsOnlyPresent(computed.value, resource, new Set([...seen, name]));
}
