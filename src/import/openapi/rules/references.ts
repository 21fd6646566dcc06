import { readString, type Tree } from '../../source/tree.ts';
import type { Facets } from '../facets.ts';
import type { Schemas } from '../model.ts';
import { readType } from '../types.ts';
import { type Candidate, normalize, type Parent, type Reference } from './contract.ts';

/**
 * Finds the fields that the placeholders of a path name: each refers to the resource whose records are at the path so far. Undefined if
 * a placeholder names no such field.
 */
export function findParents(
  schemas: Schemas,
  { properties }: Facets,
  base: string,
  found: readonly Candidate[],
): ReadonlyMap<string, Parent> | undefined {
  const parents = new Map<string, Parent>();
  const segments = base.split('/');
  for (const [index, segment] of segments.entries()) {
    const placeholder = /^\{([^{}]+)\}$/.exec(segment)?.[1];
    if (placeholder === undefined) continue;
    const before = segments.slice(0, index).join('/');
    const resource = found.find(({ path }) => hideNames(path) === hideNames(before));
    if (resource === undefined) return undefined;
    const wanted = [placeholder, `${resource.name}id`, resource.name].map(normalize);
    const names = [...properties.keys()].filter((name) => isSameType(schemas, properties.get(name)!, resource));
    const field = wanted.flatMap((one) => names.find((name) => normalize(name) === one) ?? [])[0];
    if (field === undefined || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(field)) return undefined;
    parents.set(placeholder, { field, resource });
  }
  return parents;
}

function hideNames(path: string): string {
  return path.replace(/\{[^{}]*\}/g, '{}');
}

/**
 * Recognizes the fields that refer to a resource: a field that the path names, or that has `x-nonet-ref`, or the prefix of its TypeIDs, or
 * its name, such as `customer_id`, with the type of its identity.
 */
export function recognizeReferences(
  { schemas, facets, identity, parents }: Candidate,
  all: readonly Candidate[],
): ReadonlyMap<string, Reference> {
  const found = new Map<string, Reference>();
  for (const { field, resource } of parents.values()) found.set(field, { resource, because: 'a path names it' });
  for (const [field, property] of facets.properties) {
    if (found.has(field) || field === identity || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(field)) continue;
    const stated = readString(schemas.facetsOf(property).keywords.get('x-nonet-ref'));
    const type = readTypeText(schemas, property);
    for (const resource of all) {
      if (!isSameType(schemas, property, resource)) continue;
      const isNamed = normalize(field).replace(/(uuid|guid)$/, 'id') === normalize(`${resource.name}id`);
      const because =
        stated === resource.name
          ? '`x-nonet-ref` states it'
          : type.startsWith('typeid ')
            ? 'it has the prefix of its identity'
            : 'it has its name and the type of its identity';
      if (stated === resource.name || type.startsWith('typeid ') || isNamed) found.set(field, { resource, because });
    }
  }
  return found;
}

function isSameType(schemas: Schemas, property: Tree, { facets, identity }: Candidate): boolean {
  return readTypeText(schemas, property) === readTypeText(schemas, facets.properties.get(identity)!);
}

/** Returns the type of a schema as text, without a trace in the account; that null is admitted is left out. */
export function readTypeText(schemas: Schemas, tree: Tree): string {
  const silent = { ...schemas, losses: { lose: () => undefined, rename: () => undefined }, nameOf: () => undefined };
  return readType(silent, tree, '').type.replace(/ or null$/, '');
}
