import type { Condition, Query } from '../../contracts/store.ts';
import type { Plan } from '../../plan/plan.ts';
import type { QueryDialect } from '../dialect.ts';
import { createLayout, type StoreLayout, type TableLayout } from '../layout.ts';
import { sql } from './fragment.ts';
import { compileQuerySql, mostListed, type PreparedQuerySql } from './prepared-query.ts';
import { mostCandidates } from './searched.ts';
import type { TermContext } from './terms.ts';

/** One index of a table; `kind` is the reason for it. */
export interface ExplainedIndex {
  readonly name: string;
  readonly kind: 'identity' | 'unique' | 'list' | 'search';
  /** `-created_at`, in order. */
  readonly fields: readonly string[];
}

/** The indexes of the table of a resource. */
export interface ExplainedTable {
  readonly resource: string;
  readonly table: string;
  readonly indexes: readonly ExplainedIndex[];
}

/**
 * How the rows of a page are read. `index`: only those that it shows, in their order. `merged`: the same for each value of a list.
 * `tested`: along the index, testing each row. `counted`: along it from the first page on. `sorted`: all matching rows, then sorted. `one`: the record with this identity.
 */
export interface AccessPath {
  readonly reads: 'index' | 'merged' | 'tested' | 'counted' | 'sorted' | 'one';
  /** The index along which rows are read in their order. */
  readonly index?: string;
  /** The search index that is read instead if it finds at most `candidates` records. */
  readonly searched?: { readonly index: string; readonly candidates: number };
  /** A field of which a Where lists the values: with at most `values`, one scan of an index for each of them. */
  readonly listed?: { readonly field: string; readonly values: number; readonly index: string };
  /** Records one `ref` away that are found by a field: the index that finds them, none where all of them are read. */
  readonly through: readonly { readonly resource: string; readonly field: string; readonly index?: string }[];
}

/** Explains how the stores read: they choose by the same code, independent of the SQL. */
export interface Explainer {
  readonly tables: readonly ExplainedTable[];
  read(query: Query): AccessPath;
}

/** No store's SQL: only what is chosen counts here. */
const silent: QueryDialect = {
  quote: (name) => name,
  placeholder: () => '?',
  read: (column) => column,
  compared: (column) => column,
  typed: (text) => text,
  bind: (value) => value,
  inside: (json) => json,
  isNull: () => '',
  itemsInside: () => ({ from: '', value: '' }),
  oneOf: () => sql``,
  contains: () => sql``,
  startsWith: () => sql``,
  hasItem: () => sql``,
  hasAny: () => sql``,
  search: () => sql``,
  items: () => sql``,
  forEach: () => sql``,
  tuples: () => sql``,
  total: () => '',
  decimalTotal: () => '',
  exactText: () => '',
  eachItem: () => '',
  member: () => '',
  searchIndex: {
    serves: ({ search }) => search !== undefined,
    probe: () => sql``,
    candidate: () => sql``,
    along: '',
    tested: 0,
    fence: '',
  },
  limited: () => sql``,
  skipping: () => sql``,
  tested: () => sql``,
  along: () => '',
  direction: () => '',
};

/** Questions are explained by the equalities in them. */
function refuseQuestion(): never {
  throw new Error('a question has no path along an index of its own');
}

/** Makes the explainer of a plan. */
export function createExplainer(plan: Plan): Explainer {
  const layout = createLayout(plan);
  const maker: TermContext = {
    layout,
    dialect: silent,
    expression: () => sql``,
    ofIndex: () => sql``,
    listed: () => sql``,
    asked: refuseQuestion,
  };
  return {
    tables: [...layout.values()].map(explainTable),
    read(query) {
      const made = compileQuerySql(maker, query);
      const path = { ...describePath(query, made), ...describeListed(query, made) };
      if (made.searched === undefined) return path;
      return { ...path, searched: { index: layout.get(query.resource)!.search!.name, candidates: mostCandidates } };
    },
  };

  function describeListed(query: Query, { listed }: PreparedQuerySql): Pick<AccessPath, 'listed'> {
    if (listed === undefined) return {};
    const { index = formatIdentityIndex(layout.get(query.resource)!) } = listed.query.access;
    return { listed: { field: listed.field, values: mostListed, index } };
  }

  function describePath(query: Query, made: PreparedQuerySql): AccessPath {
    const { keys, inOrder, index = formatIdentityIndex(layout.get(query.resource)!) } = made.access;
    const through = query.conditions.flatMap((condition) => listJoinedResources(layout, query.resource, condition));
    if (keys.length === 0) return { reads: 'one', through };
    if (!inOrder) return { reads: 'sorted', through };
    if (query.skips === true) return { reads: 'counted', index, through };
    if (made.stretches(undefined).some((stretch) => stretch.merged === true))
      return { reads: 'merged', index, through };
    const tested = made.stretches(undefined).some((stretch) => stretch.tested !== undefined);
    return tested ? { reads: 'tested', index, through } : { reads: 'index', index, through };
  }
}

function formatIdentityIndex({ table }: TableLayout): string {
  return `identity of ${table}`;
}

function explainTable(table: TableLayout): ExplainedTable {
  const { resource } = table;
  return {
    resource: resource.name,
    table: table.table,
    indexes: [
      { name: formatIdentityIndex(table), kind: 'identity', fields: [resource.identity] },
      ...table.uniques.map(({ name, ignoring }, at) => {
        const [first, ...others] = resource.uniques[at]!.fields;
        const key = ignoring === undefined ? first! : `${first} ignoring ${ignoring}`;
        return { name, kind: 'unique' as const, fields: [key, ...others] };
      }),
      ...table.indexes.map(({ name, keys }) => ({
        name,
        kind: 'list' as const,
        fields: keys.map(({ field, descending }) => (descending ? `-${field}` : field)),
      })),
      ...(table.search === undefined
        ? []
        : [
            {
              name: table.search.name,
              kind: 'search' as const,
              fields: table.search.columns.map(({ field }) => field!),
            },
          ]),
    ],
  };
}

const byIndex = new Set(['=', 'in', '<', '<=', '>', '>=']);

function listJoinedResources(layout: StoreLayout, resource: string, condition: Condition): AccessPath['through'] {
  if (condition.kind !== 'compare') return [];
  const [, ...others] = layout.get(resource)!.follow(condition.path);
  return others.map(({ resource, field = '', inside }, at) => {
    const other = layout.get(resource)!;
    const partial = new Set(other.uniques.filter((unique) => unique.while !== undefined).map((unique) => unique.name));
    const found = explainTable(other).indexes.find((index) => index.fields[0] === field && !partial.has(index.name));
    const isFound = at < others.length - 1 || byIndex.has(condition.operator);
    const index = isFound && inside?.some(({ list }) => list) !== true ? found?.name : undefined;
    return { resource, field, ...(index === undefined ? {} : { index }) };
  });
}
