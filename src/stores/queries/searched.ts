import type { Query, QueryValues } from '../../contracts/store.ts';
import type { Sought } from '../dialect.ts';
import type { Fragment, Source } from './fragment.ts';
import { listTrigrams } from './search-words.ts';
import { compileTerms, findColumn, type TermContext } from './terms.ts';

/** A search with more candidates reads along the order of its list, where it soon finds a page of them. */
export const mostCandidates = 10_000;

/** How the search index of a table serves a query. */
export interface SearchAccess {
  /** Counts the candidates, at most one more than `mostCandidates`. */
  readonly probe: Fragment;
  readonly candidate: Fragment;
  /** How many rows are tested for a page first, because frequent words soon fill it. */
  readonly tested: number;
  /** Whether the search contains a word that the index serves. */
  serves(values: QueryValues): boolean;
}

/** Returns how the search index serves a query: its first search whose fields are all in it. */
export function findSearch(context: TermContext, { resource, conditions }: Query): SearchAccess | undefined {
  const { layout, dialect } = context;
  const table = layout.get(resource);
  const { searchIndex } = dialect;
  if (table === undefined || searchIndex?.serves(table) !== true) return undefined;
  const columns = new Set(table.search!.columns.map(({ name }) => name));
  const at = conditions.findIndex((condition) => {
    return condition.kind === 'search' && condition.fields.every((field) => columns.has(findColumn(table, field).name));
  });
  if (at < 0) return undefined;
  const text: Source = (values) => values.conditions[at];
  const { owners, whole } = table.search!;
  const terms = compileTerms(context, table, conditions);
  const [owner] = owners.flatMap(({ field, column }) => {
    const value = terms.find((term) => term.equal === field && term.value !== undefined)?.value;
    return value === undefined ? [] : [{ column, value }];
  });
  if (owner === undefined && !whole) return undefined;
  const sought: Sought = { text, ...(owner === undefined ? {} : { owner }) };
  return {
    probe: searchIndex.probe(table, sought, mostCandidates + 1),
    candidate: searchIndex.candidate(table, sought),
    tested: searchIndex.tested,
    serves: (values) => listTrigrams(text(values)).length > 0,
  };
}
