import { isEncrypted } from '../codegen/records/encryption.ts';
import type { Plan } from '../plan/plan.ts';
import type { ResourcePlan } from '../plan/resource.ts';
import type { StorageClass } from '../plan/schema.ts';
import type { TableTexts } from './differences.ts';
import type { SearchOwners } from './search-owners.ts';

/** The search index of a table: the columns of all fields that its lists search, and those of the fields by which they are kept apart. */
export interface SearchLayout extends SearchOwners {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly field?: string; readonly storage: StorageClass }[];
}

/** The columns of a search index by name; lists are stored as the text of their JSON. */
export interface SearchColumns {
  readonly strings: readonly string[];
  readonly lists: readonly string[];
  /** The columns whose values own the trigrams of a record; without `whole`, no trigram is stored without an owner. */
  readonly owners?: readonly string[];
  readonly whole?: true;
  /** The name by which SQLite knows the number of a row. */
  readonly row?: string;
}

const prefix = 'nonet_search_';
const definition = 'SEARCH ';

/** Returns the name of the search index of a table. Tables and indexes of resources never begin like it. */
export function toSearchName(table: string): string {
  return `${prefix}${table}`;
}

/** Returns whether an index of this name is a search index. */
export function isSearchName(name: string): boolean {
  return name.startsWith(prefix);
}

/** Returns a function that lists the fields of a resource that any of its lists searches, in the order of the resource. */
export function createSearchedFieldLister({ operations }: Plan): (resource: ResourcePlan) => readonly string[] {
  const searched = new Map<string, Set<string>>();
  for (const { kind, resource = '', parameters } of operations) {
    if (kind !== 'list') continue;
    for (const { mapsTo } of parameters) {
      if (mapsTo.kind !== 'search') continue;
      const fields = searched.get(resource) ?? new Set();
      for (const field of mapsTo.fields) fields.add(field);
      searched.set(resource, fields);
    }
  }
  return ({ name, fields }) => {
    const own = searched.get(name);
    if (own === undefined) return [];
    // Encrypted values contain no words.
    return fields.flatMap((field) => (own.has(field.name) && !isEncrypted(field) ? [field.name] : []));
  };
}

/** Writes a search index as the definition of an index. */
export function formatSearchIndex({ columns, owners, whole }: SearchLayout, row?: string): string {
  const named = (isList: boolean): readonly string[] =>
    columns.filter(({ storage }) => (storage === 'json') === isList).map(({ name }) => name);
  const found: SearchColumns = {
    strings: named(false),
    lists: named(true),
    ...(owners.length === 0 ? {} : { owners: owners.map(({ column }) => column) }),
    ...(owners.length === 0 || !whole ? {} : { whole }),
    ...(row === undefined ? {} : { row }),
  };
  return `${definition}${JSON.stringify(found)}`;
}

/** Reads the definition of a search index; undefined for any other index. */
export function readSearchIndex(text: string): SearchColumns | undefined {
  if (!text.startsWith(definition)) return undefined;
  return JSON.parse(text.slice(definition.length)) as SearchColumns;
}

/** Lists the search indexes of a table as it was created: names and columns. */
export function listSearchIndexes({
  indexes,
}: TableTexts[number]): readonly { readonly name: string; readonly columns: SearchColumns; readonly text: string }[] {
  return indexes.flatMap(([name, text]) => {
    const columns = readSearchIndex(text);
    return columns === undefined ? [] : [{ name, columns, text }];
  });
}
