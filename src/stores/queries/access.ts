import { completeOrder, type Key } from '../indexes.ts';
import type { TableLayout } from '../layout.ts';
import type { Fragment, Source } from './fragment.ts';

/** One condition as SQL. `equal`: it fixes this column. `range`: it bounds this field, and null is outside. */
export interface Term {
  readonly holds: Fragment;
  readonly equal?: string;
  /** The bound value that the column equals. */
  readonly value?: Source;
  readonly range?: string;
  /** The field has one of N different values; `each` is the same condition for one of them. */
  /** The field has one of some values that a query reads. */
  readonly listed?: ListedTerm;
  readonly among?: { readonly field: string; readonly count: number; each(index: number): Fragment };
}

/** A field has one of some values: the query that reads these, perhaps more than once, and the condition for the value `a.v`. */
export interface ListedTerm {
  readonly field: string;
  readonly values: Fragment;
  readonly each: Fragment;
}

/** Along which index rows are read in their order, and which terms bound what is read of it. */
export interface Access {
  /** None: along the identity's own index where there is nothing to bind first, else as the store likes. */
  readonly index?: string;
  /** The candidates of a search index are read: what is written after the table, and after the conditions. */
  readonly searched?: { readonly along: string; readonly fence: string };
  /** Every row that is read satisfies these. */
  readonly bounds: readonly Term[];
  /** These are tested on each row that is read. */
  readonly tests: readonly Term[];
  /** The order in which rows are read, without the fields that a term fixes. */
  readonly keys: readonly Key[];
  /** Rows come in this order without sorting. */
  readonly inOrder: boolean;
}

/** Chooses the index that fixes the most columns and then gives the order. */
export function chooseAccess(table: TableLayout, terms: readonly Term[], order: readonly Key[]): Access {
  const fixed = new Set(terms.flatMap(({ equal }) => (equal === undefined ? [] : [equal])));
  const identity = table.resource.identity;
  const keys = completeOrder(order, identity).filter(({ field }) => !fixed.has(field));
  const along = [...table.indexes, { name: undefined, keys: [{ field: identity, descending: false }] }]
    .map((index) => ({ index, depth: measureDepth(index.keys, fixed, keys) }))
    .filter(({ depth }) => depth >= 0)
    .reduce<{ index: { name: string | undefined; keys: readonly Key[] }; depth: number } | undefined>(
      (best, next) => (best === undefined || next.depth > best.depth ? next : best),
      undefined,
    );
  if (along === undefined) return { bounds: terms, tests: [], keys, inOrder: false };
  const columns = new Set(along.index.keys.slice(0, along.depth).map(({ field }) => field));
  const bounds = terms.filter(
    ({ equal, range }) => columns.has(equal ?? '') || (range !== undefined && range === keys[0]?.field),
  );
  return {
    ...(along.index.name === undefined ? {} : { index: along.index.name }),
    bounds,
    tests: terms.filter((term) => !bounds.includes(term)),
    keys,
    inOrder: true,
  };
}

/**
 * Returns the index along which the rows of each value of a list are already in order, so that they need only be merged; undefined if there
 * is none, or if more conditions are tested on them. One of its bounds is the term `among`.
 */
export function findMergedAccess(
  table: TableLayout,
  terms: readonly Term[],
  order: readonly Key[],
): Access | undefined {
  const [amongTerm, ...others] = terms.filter(({ among }) => among !== undefined);
  const field = amongTerm?.among?.field;
  if (field === undefined || others.length > 0 || order.some((key) => key.field === field)) return undefined;
  const fixed = terms.map((term) => (term === amongTerm ? { ...term, equal: field } : term));
  const access = chooseAccess(table, fixed, order);
  return access.inOrder && access.tests.length === 0 ? access : undefined;
}

/**
 * Returns how records are read for each of the values that a term lists: along an index in their order, so that they need only be merged, or
 * one record for each identity. Undefined if no index has this order.
 */
export function findListedAccess(
  table: TableLayout,
  terms: readonly Term[],
  order: readonly Key[],
): { readonly access: Access; readonly listed: ListedTerm } | undefined {
  for (const term of terms) {
    const { listed } = term;
    if (listed === undefined) continue;
    const each: Term = { holds: listed.each, equal: listed.field };
    const all = terms.map((other) => (other === term ? each : other));
    if (listed.field === table.resource.identity) {
      const { keys } = chooseAccess(table, terms, order);
      return { access: { bounds: all, tests: [], keys, inOrder: true }, listed };
    }
    const access = chooseAccess(table, all, order);
    const isOrdered = order.every(({ field }) => field !== listed.field);
    if (isOrdered && access.index !== undefined && access.bounds.includes(each)) return { access, listed };
  }
  return undefined;
}

/** Reads the candidates of a search, and sorts the records that satisfy all terms. */
export function readSearched(
  table: TableLayout,
  candidate: Fragment,
  terms: readonly Term[],
  order: readonly Key[],
  searched: NonNullable<Access['searched']>,
): Access {
  const { keys } = chooseAccess(table, terms, order);
  return { searched, bounds: [{ holds: candidate }, ...terms], tests: [], keys, inOrder: false };
}

/** How many first columns of an index are fixed when the others give the order; −1 when they do not. */
function measureDepth(index: readonly Key[], fixed: ReadonlySet<string>, order: readonly Key[]): number {
  let depth = 0;
  while (depth < index.length && fixed.has(index[depth]!.field)) depth++;
  const rest = index.slice(depth);
  if (rest.length < order.length) return -1;
  const reverse = rest[0]?.descending !== order[0]?.descending;
  const fits = order.every(({ field, descending }, at) => {
    return rest[at]!.field === field && (rest[at]!.descending !== descending) === reverse;
  });
  return fits ? depth : -1;
}
