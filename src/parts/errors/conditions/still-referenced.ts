import type { FieldModel, ResourceModel } from '../../resources/model.ts';
import type { Condition, Facts } from './contract.ts';
import { anywhere, at, orByCode } from './places.ts';

/** Other records refer to the one that would be deleted and do not let it go (RFC 9110, 15.5.10). */
export const stillReferenced: Condition = {
  name: 'still referenced',
  status: 409,
  blocked: true,
  narrowedTo: anywhere,
  kept: true,
  foundByCode: true,
  statuses: 'client',
  produced: (facts) => {
    const held = heldBack(facts);
    return facts.resources.flatMap(({ name }) => {
      if (!held.has(name.value)) return [];
      const places = facts.running('delete', name.value).map((operation) => at(operation));
      return orByCode(facts, places, { resource: name.value, span: name.span });
    });
  },
  needs: 'a `delete`, and a `ref` that refuses it',
  words: 'other records still refer to it',
};

/** The resources whose records can be kept by others that refer to them. */
function heldBack(facts: Facts): ReadonlySet<string> {
  const fixed = new Set(facts.transitions.map(({ name, resource }) => `${name} ${resource}`));
  const held = new Set<string>();
  // Where a record goes with the one it refers to, whatever holds it back holds that one back too.
  const drawn = new Map<string, string[]>();
  for (const other of facts.resources) {
    for (const field of other.fields) {
      const target = targetOf(field);
      if (target === undefined) continue;
      if (mayForbid(fixed, other, field)) held.add(target);
      else if (onDelete(field) === 'delete') {
        const before = drawn.get(other.name.value);
        if (before === undefined) drawn.set(other.name.value, [target]);
        else before.push(target);
      }
    }
  }
  for (const resource of held) for (const target of drawn.get(resource) ?? []) held.add(target);
  return held;
}

function targetOf({ type }: FieldModel): string | undefined {
  const item = type?.kind === 'list' || type?.kind === 'map' ? type.item : type;
  return item?.kind === 'ref' ? item.resource.value : undefined;
}

function onDelete(field: FieldModel): string {
  const said = field.constraints.find((constraint) => constraint.kind === 'on delete');
  return said?.kind === 'on delete' ? said.does : 'refuse';
}

/** Whether the field itself can keep a record that it refers to, whatever refers to its own. */
function mayForbid(fixed: ReadonlySet<string>, other: ResourceModel, field: FieldModel): boolean {
  const does = onDelete(field);
  if (does === 'refuse') return true;
  const verbs = does === 'delete' ? ['delete'] : ['update', 'replace'];
  if (verbs.some((verb) => fixed.has(`${verb} ${other.name.value}`))) return true;
  if (does === 'delete') return false;
  return other.rules.length > 0 || field.constraints.some(({ kind }) => kind === 'required');
}
