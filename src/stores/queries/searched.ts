import type { Query, QueryValues } from '../../contracts/store.ts';
import type { Fragment, Source } from './fragment.ts';
import { listTrigrams } from './search-words.ts';
import { findColumn, type TermContext } from './terms.ts';

/** A search with more candidates reads along the order of its list, where it soon finds a page of them. */
export const mostCandidates = 10_000;

/** Returns how the search index serves a query: its first search whose fields are all in it. */
export function findSearch(
  { layout, dialect }: TermContext,
  { resource, conditions }: Query,
): { readonly probe: Fragment; readonly candidate: Fragment; serves(values: QueryValues): boolean } | undefined {
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
    serves: (values) => listTrigrams(text(values)).length > 0,
  };
}
