import type { Query, QueryValues } from '../../contracts/store.ts';
import type { Fragment, Source } from './fragment.ts';
import { listTrigrams } from './search-words.ts';
import { findColumn, type TermContext } from './terms.ts';

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
export function findSearch(
  { layout, dialect }: TermContext,
  { resource, conditions }: Query,
): SearchAccess | undefined {
  const table = layout.get(resource);
  const { searchIndex } = dialect;
  if (table === undefined || searchIndex?.serves(table) !== true) return undefined;
  const columns = new Set(table.search!.columns.map(({ name }) => name));
  const at = conditions.findIndex((condition) => {
    return condition.kind === 'search' && condition.fields.every((field) => columns.has(findColumn(table, field).name));
  });
  if (at < 0) return undefined;
  const text: Source = (values) => values.conditions[at];
  return {
    probe: searchIndex.probe(table, text, mostCandidates + 1),
    candidate: searchIndex.candidate(table, text),
    tested: searchIndex.tested,
    serves: (values) => listTrigrams(text(values)).length > 0,
  };
}
