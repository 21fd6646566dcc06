import type { ObjectModel, ResourcesModel } from '../model.ts';

/** An object that can never be written down, since it must hold itself, and how it comes back to itself. */
export interface Endless {
  readonly object: ObjectModel;
  readonly path: string;
}

/**
 * The objects whose required fields lead back to themselves, none of them through a list, a map or `or null`. A union is
 * finite when one of its objects is. Takes time linear in the number of fields.
 */
export function findRecursiveObjects(model: ResourcesModel): readonly Endless[] {
  const needs = mapRequiredTypes(model);
  const finite = findFiniteObjects(model, needs);
  const told = new Set<string>();
  const found: Endless[] = [];
  for (const object of model.objects) {
    const { value } = object.name;
    if (finite.has(value) || told.has(value)) continue;
    const path = [value];
    const on = new Set(path);
    let next = needs.get(value)?.find((name) => !finite.has(name));
    while (next !== undefined && !on.has(next) && !told.has(next)) {
      path.push(next);
      on.add(next);
      next = needs.get(next)?.find((name) => !finite.has(name));
    }
    for (const name of path) told.add(name);
    if (next === value) found.push({ object, path: [...path.slice(0, 8), value].join(' → ') });
    else if (next !== undefined && on.has(next)) {
      const circle = path.slice(path.indexOf(next));
      const first = model.objects.find((other) => other.name.value === next) ?? object;
      found.push({ object: first, path: [...circle.slice(0, 8), next].join(' → ') });
    }
  }
  return found;
}

/** What each object must hold (all of it), and each union (one of it). */
function mapRequiredTypes(model: ResourcesModel): ReadonlyMap<string, readonly string[]> {
  const needs = new Map<string, string[]>();
  for (const { name, fields } of model.objects) {
    const must = fields.flatMap((field) => {
      const required = field.constraints.some(({ kind }) => kind === 'required');
      return required && field.type?.kind === 'named' && !field.type.nullable ? [field.type.name.value] : [];
    });
    needs.set(name.value, must);
  }
  for (const { name, cases } of model.unions) {
    needs.set(
      name.value,
      cases.map(({ object }) => object.value),
    );
  }
  return needs;
}

function findFiniteObjects(model: ResourcesModel, needs: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const unions = new Set(model.unions.map(({ name }) => name.value));
  const neededBy = new Map<string, string[]>();
  const open = new Map<string, number>();
  const finite = new Set<string>();
  const ready: string[] = [];
  for (const [name, must] of needs) {
    const known = must.filter((other) => needs.has(other));
    open.set(name, unions.has(name) && known.length > 0 ? 1 : known.length);
    for (const other of known) {
      const by = neededBy.get(other);
      if (by === undefined) neededBy.set(other, [name]);
      else by.push(name);
    }
    if (known.length === 0) ready.push(name);
  }
  for (let name = ready.pop(); name !== undefined; name = ready.pop()) {
    if (finite.has(name)) continue;
    finite.add(name);
    for (const other of neededBy.get(name) ?? []) {
      const left = (open.get(other) ?? 0) - 1;
      open.set(other, left);
      if (left === 0) ready.push(other);
    }
  }
  return finite;
}
