import type { Sources } from '../source/sources.ts';
import { get, isTrue, listEntries, listItems, readString, type Tree } from '../source/tree.ts';

/** A schema with everything that `$ref` and `allOf` bring to it. */
export interface Facets {
  readonly tree: Tree;
  readonly refs: readonly Tree[];
  /** The keywords but `$ref`, `allOf`, `properties` and `required`; the outermost value of each. */
  readonly keywords: ReadonlyMap<string, Tree>;
  readonly properties: ReadonlyMap<string, Tree>;
  readonly required: ReadonlyMap<string, Tree>;
  /** Types that all parts admit; empty if none states one. `null` is apart. */
  readonly types: ReadonlySet<string>;
  readonly typeSays: readonly Tree[];
  /** The values that say that null is admitted. */
  readonly nullable: readonly Tree[];
  /** Values that another part states in another way. */
  readonly overridden: readonly Tree[];
  readonly isBroken: boolean;
  /** Alternatives: of `oneOf` or `anyOf`, without null. */
  readonly alternatives: readonly Tree[];
}

/** The most schemas that one schema combines. */
const mostParts = 2_000;

/** Collects what holds for the values of a schema. Each schema is read once, so that schemas that combine themselves end. */
export function readFacets(sources: Sources, tree: Tree): Facets {
  const state: State = {
    sources,
    seen: new Set(),
    refs: [],
    keywords: new Map(),
    properties: new Map(),
    required: new Map(),
    typeSets: [],
    typeSays: [],
    nullable: [],
    overridden: [],
    isBroken: false,
  };
  collect(state, tree);
  const { typeSets, keywords, nullable, properties } = state;
  const types = typeSets.reduce<ReadonlySet<string> | undefined>(
    (both, set) => (both === undefined ? set : intersect(both, set)),
    undefined,
  );
  const alternatives = listAlternatives(sources, keywords, nullable);
  return {
    ...state,
    tree,
    types: types ?? inferTypes(keywords, properties),
    alternatives,
  };
}

interface State {
  readonly sources: Sources;
  readonly seen: Set<Tree>;
  readonly refs: Tree[];
  readonly keywords: Map<string, Tree>;
  readonly properties: Map<string, Tree>;
  readonly required: Map<string, Tree>;
  readonly typeSets: ReadonlySet<string>[];
  readonly typeSays: Tree[];
  readonly nullable: Tree[];
  readonly overridden: Tree[];
  isBroken: boolean;
}

function intersect(one: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlySet<string> {
  if (one.has('number') && other.has('integer')) return new Set([...other]);
  if (other.has('number') && one.has('integer')) return new Set([...one]);
  return new Set([...one].filter((type) => other.has(type)));
}

function collect(state: State, tree: Tree): void {
  if (state.seen.has(tree) || state.seen.size > mostParts) return;
  state.seen.add(tree);
  if (tree.kind !== 'map') return;
  const hasRef = readString(get(tree, '$ref') ?? get(tree, '$dynamicRef')) !== undefined;
  collectOwn(state, tree);
  if (hasRef) {
    const followed = state.sources.follow(tree);
    if (followed === undefined) state.isBroken = true;
    else {
      state.refs.push(...followed.refs);
      collect(state, followed.target);
    }
  }
  for (const part of listItems(get(tree, 'allOf'))) collect(state, part);
}

function collectOwn(state: State, tree: Tree): void {
  for (const [key, value] of listEntries(tree)) {
    if (key === '$ref' || key === '$dynamicRef' || key === 'allOf') continue;
    if (key === 'properties') {
      for (const [name, property] of listEntries(value)) {
        if (state.properties.has(name)) state.overridden.push(property);
        else state.properties.set(name, property);
      }
    } else if (key === 'required') {
      for (const item of listItems(value)) {
        const name = readString(item);
        if (name !== undefined && !state.required.has(name)) state.required.set(name, item);
      }
    } else if (key === 'type') collectTypes(state, value);
    else if (key === 'nullable' && isTrue(value)) state.nullable.push(value);
    else if (key === 'x-nullable' && isTrue(value)) state.nullable.push(value);
    else if (!state.keywords.has(key)) state.keywords.set(key, value);
    else if (!annotations.has(key)) state.overridden.push(value);
  }
}

const annotations = new Set([
  'description',
  'title',
  'example',
  'examples',
  'default',
  'externalDocs',
  'xml',
  'x-example',
]);

function collectTypes(state: State, value: Tree): void {
  const stated = value.kind === 'list' ? value.items : [value];
  const names = stated.map((one) => readString(one) ?? (one.kind === 'scalar' && one.value === null ? 'null' : ''));
  const others = names.filter((name) => name !== 'null' && name !== '');
  for (const [index, name] of names.entries()) if (name === 'null') state.nullable.push(stated[index]!);
  if (others.length > 0) {
    state.typeSets.push(new Set(others));
    state.typeSays.push(...stated.filter((_, index) => names[index] !== 'null'));
  }
}

function inferTypes(keywords: ReadonlyMap<string, Tree>, properties: ReadonlyMap<string, Tree>): ReadonlySet<string> {
  if (properties.size > 0) return new Set(['object']);
  for (const [type, keys] of inferred) if (keys.some((key) => keywords.has(key))) return new Set([type]);
  const values = listItems(keywords.get('enum'));
  const kinds = new Set(
    values.map((value) => (value.kind === 'scalar' && value.value !== null ? typeof value.value : 'other')),
  );
  return kinds.size === 1 && kinds.has('string') ? new Set(['string']) : new Set();
}

const inferred: readonly (readonly [string, readonly string[]])[] = [
  ['array', ['items', 'minItems', 'maxItems', 'uniqueItems']],
  ['string', ['minLength', 'maxLength', 'pattern']],
  ['object', ['additionalProperties', 'minProperties', 'maxProperties']],
];

function listAlternatives(sources: Sources, keywords: ReadonlyMap<string, Tree>, nullable: Tree[]): readonly Tree[] {
  const list = keywords.get('oneOf') ?? keywords.get('anyOf');
  return listItems(list).filter((item) => {
    const type = get(sources.follow(item)?.target, 'type');
    if (readString(type) !== 'null') return true;
    nullable.push(type!);
    return false;
  });
}
