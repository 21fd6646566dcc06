import { basename } from 'node:path';
import type { LossSink } from '../ledger/ledger.ts';
import { section } from '../page/model.ts';
import type { createTypeNames } from '../page/names.ts';
import type { Sources } from '../source/sources.ts';
import { get, listEntries, listItems, readString, type Tree } from '../source/tree.ts';
import type { Api } from './api.ts';
import { type Facets, readFacets } from './facets.ts';
import type { Named, Schemas } from './model.ts';
import { fillObject } from './objects.ts';
import { fillUnion, findUnion, type Union } from './unions.ts';

/** The schemas of a description, and the names of the resources among them. */
export interface SchemasOptions {
  readonly api: Api;
  readonly losses: LossSink;
  /** Schemas of resources with the names of the resources: a field with such a value gets an object of its own. */
  readonly resources: ReadonlyMap<Tree, string>;
  /** Schemas that get their object when a field or a body has it. */
  readonly consumed: ReadonlySet<Tree>;
  readonly typeNames: ReturnType<typeof createTypeNames>;
}

/** Reads the schemas of a description: those of its components first get their names, in their order. */
export function createSchemas({ api, losses, resources, consumed, typeNames }: SchemasOptions): Schemas {
  const { sources } = api;
  const facets = new Map<Tree, Facets>();
  const named = new Map<Tree, Named | undefined>();
  const waiting = new Set<Tree>();
  const unions = new Map<Tree, Union>();
  const schemas: Schemas = {
    api,
    sources,
    losses,
    typeNames,
    sections: [],
    facetsOf(tree) {
      const known = facets.get(tree);
      if (known !== undefined) return known;
      const read = readFacets(sources, tree);
      facets.set(tree, read);
      return read;
    },
    unwrap: (tree) => unwrap(sources, tree),
    emit: (tree) => emit(tree),
    nameOf(tree, hint) {
      if (!named.has(tree)) {
        if (classify(tree) === undefined) named.set(tree, undefined);
        else {
          register(tree, hint);
          emit(tree);
        }
      }
      if (waiting.has(tree) && (resources.has(tree) || consumed.has(tree))) emit(tree);
      return named.get(tree);
    },
  };
  const classify = (tree: Tree): Named['kind'] | undefined => {
    const read = schemas.facetsOf(tree);
    if (read.types.size === 1 && read.types.has('object') && read.properties.size > 0) return 'object';
    const union = findUnion(schemas, read, count);
    if (union !== undefined) unions.set(tree, union);
    return union === undefined ? undefined : 'union';
  };
  const register = (tree: Tree, hint: string): void => {
    const kind = classify(tree);
    if (kind === undefined) return;
    const wanted = resources.has(tree) ? `${resources.get(tree)}Value` : (getOwnName(tree) ?? hint);
    const name = typeNames.give(wanted);
    losses.rename(tree, wanted, name);
    named.set(tree, { name, kind });
    waiting.add(tree);
  };
  const emit = (tree: Tree): void => {
    if (!waiting.delete(tree)) return;
    const { name, kind } = named.get(tree)!;
    const own = section({ text: `${name} (${kind === 'object' ? 'object' : 'one of'})`, says: [] });
    schemas.sections.push(own);
    if (kind === 'object') fillObject(schemas, own, tree, name, tagOf(unions, tree));
    else fillUnion(schemas, own, unions.get(tree)!);
  };
  const count = countUses(sources);
  for (const [, tree] of api.schemas) register(tree, '');
  return schemas;
}

/** Emits the headings of the components that are not written yet, in their order. */
export function emitComponents(schemas: Schemas, except: (tree: Tree) => boolean): void {
  for (const [, tree] of schemas.api.schemas) if (!except(tree)) schemas.emit(tree);
}

/** The member of an object that its union states as the tag. */
function tagOf(
  unions: ReadonlyMap<Tree, Union>,
  tree: Tree,
): { readonly property: string; readonly tags: readonly string[] } | undefined {
  for (const { property, cases } of unions.values()) {
    const own = cases.filter(({ target }) => target === tree);
    if (own.length > 0) return { property, tags: own.map(({ tag }) => tag) };
  }
  return undefined;
}

/** The name that the source gives a schema by its place: its key in a list of schemas, or the name of its file. */
function getOwnName(tree: Tree): string | undefined {
  const { parent, key, file } = tree;
  if (parent === undefined) return basename(file.name).replace(/\.[^.]+$/, '');
  return typeof key === 'string' && ['schemas', 'definitions', '$defs'].includes(String(parent.key)) ? key : undefined;
}

function unwrap(sources: Sources, tree: Tree): ReturnType<Schemas['unwrap']> {
  const says: Tree[] = [];
  const nullable: Tree[] = [];
  const seen = new Set<Tree>();
  let target = tree;
  for (;;) {
    if (seen.has(target)) return { target, says, nullable };
    seen.add(target);
    if (get(target, '$ref') !== undefined || get(target, '$dynamicRef') !== undefined) {
      const followed = sources.follow(target);
      if (followed === undefined) return { target, says, nullable };
      if (listEntries(target).some(([key]) => structural.has(key))) return { target, says, nullable };
      says.push(...followed.refs);
      target = followed.target;
      continue;
    }
    const isBare = !listEntries(target).some(([key]) => structural.has(key));
    const all = listItems(get(target, 'allOf'));
    const any = listItems(get(target, 'oneOf') ?? get(target, 'anyOf'));
    const others = any.filter((one) => readString(get(one, 'type')) !== 'null');
    if (isBare && all.length === 1 && any.length === 0) target = all[0]!;
    else if (isBare && all.length === 0 && others.length === 1) {
      for (const one of any) if (!others.includes(one)) nullable.push(get(one, 'type')!);
      target = others[0]!;
    } else return { target, says, nullable };
  }
}

/** Keywords that say more of a schema than its parts do. */
const structural = new Set([
  'properties',
  'required',
  'items',
  'enum',
  'const',
  'additionalProperties',
  'format',
  'pattern',
]);

/** Counts how often each schema is referred to. */
function countUses(sources: Sources): (tree: Tree) => number {
  const uses = new Map<Tree, number>();
  const walk = (tree: Tree): void => {
    if (tree.kind === 'scalar') return;
    if (readString(get(tree, '$ref')) !== undefined) {
      const target = sources.follow(tree)?.target;
      if (target !== undefined) uses.set(target, (uses.get(target) ?? 0) + 1);
    }
    if (tree.kind === 'map') for (const member of tree.entries.values()) walk(member);
    else for (const item of tree.items) walk(item);
  };
  let isCounted = false;
  return (tree) => {
    if (!isCounted) for (const root of sources.trees) walk(root);
    isCounted = true;
    return uses.get(tree) ?? 0;
  };
}
