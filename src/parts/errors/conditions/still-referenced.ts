import type { FieldModel, ResourceModel } from '../../resources/model.ts';
import type { Condition, Facts } from './contract.ts';
import { anywhere, at } from './places.ts';

/** Other records refer to the one that would be deleted and do not let it go (RFC 9110, 15.5.10). */
export const stillReferenced: Condition = {
  name: 'still referenced',
  status: 409,
  narrowedTo: anywhere,
  kept: true,
  statuses: 'client',
  produced: (facts) =>
    facts.resources.flatMap(({ name }) =>
      holds(facts, name.value, new Set()) ? facts.running('delete', name.value).map((operation) => at(operation)) : [],
    ),
  words: 'other records still refer to it',
};

/** True when a record of the resource can be kept by one that refers to it. */
function holds(facts: Facts, resource: string, seen: Set<string>): boolean {
  if (seen.has(resource)) return false;
  seen.add(resource);
  return facts.resources.some((other) =>
    other.fields.some((field) => refersTo(field, resource) && mayForbid(facts, other, field, seen)),
  );
}

function refersTo({ type }: FieldModel, resource: string): boolean {
  const item = type?.kind === 'list' || type?.kind === 'map' ? type.item : type;
  return item?.kind === 'ref' && item.resource.value === resource;
}

function mayForbid(facts: Facts, other: ResourceModel, field: FieldModel, seen: Set<string>): boolean {
  const said = field.constraints.find((one) => one.kind === 'on delete');
  const does = said?.kind === 'on delete' ? said.does : 'refuse';
  if (does === 'refuse') return true;
  const verbs = does === 'delete' ? ['delete'] : ['update', 'replace'];
  const name = other.name.value;
  if (facts.transitions.some((one) => one.resource === name && verbs.includes(one.name))) return true;
  if (does === 'delete') return holds(facts, name, seen);
  return other.rules.length > 0 || field.constraints.some(({ kind }) => kind === 'required');
}
