import type { Condition, Query } from '../../contracts/store.ts';
import type { QueryDialect } from '../dialect.ts';
import type { TableLayout } from '../layout.ts';
import {
  type Access,
  chooseAccess,
  findListedAccess,
  findMergedAccess,
  type ListedTerm,
  readSearched,
  type Term,
} from './access.ts';
import { compileFigures, type FiguresSql } from './figures.ts';
import { compileFollowed } from './followed.ts';
import { type Fragment, fillHoles, hole, join, type Source, sql } from './fragment.ts';
import { findSearch, mostCandidates, type SearchAccess } from './searched.ts';
import { buildSegments, type SegmentKey } from './segments.ts';
import { compileTerms, findColumn, type TermContext } from './terms.ts';

/** The maximum number of rows read for one page if conditions are tested on each row. */
export const readingBound = 10_000;

/** One stretch of an index. With `page` alone every row that is read counts; the others are there when rows are tested. */
export interface Stretch {
  /** The rows that hold; the last bound value is the limit, before it (with `tested`) the bound. */
  readonly page: Fragment;
  /** It is put together of several readings, whose rows cannot be locked. */
  readonly merged?: true;
  /** How many rows were read, at most as many as the bound, which is the only value bound last. */
  readonly tested?: {
    readonly read: Fragment;
    /** The values of the order's fields in the last row that was read; the last bound value is the number of rows before it. */
    readonly last: Fragment;
  };
}

/** A query as SQL. */
export interface PreparedQuerySql {
  readonly one: Fragment;
  readonly count: Fragment;
  /** The figures of the query, if it has any. */
  readonly figures?: FiguresSql;
  /** The index ranges to read in order: of the first page, or after a row with null in these keys. */
  stretches(nulls: readonly boolean[] | undefined): readonly Stretch[];
  /** By key of the order that is not fixed by a condition: its index in `Query.order`. */
  readonly positions: readonly number[];
  readonly access: Access;
  /** How a search that has few candidates is read instead. */
  readonly searched?: SearchedQuery;
  /** How records are read instead if their row rule lists few values of a field. */
  readonly listed?: ListedQuery;
}

/** More values than this are not listed: a page of their records is soon found along the order. */
export const mostListed = 200;

/** A query that reads the records of each of some values. */
export interface ListedQuery {
  readonly field: string;
  readonly query: PreparedQuerySql;
  /** Counts the values, at most one more than `mostListed`. With more, `query` finds no record. */
  readonly values: Fragment;
  /** Counts the records with these values, at most one more than `mostCandidates`. Undefined if every record that is read is shown. */
  readonly records?: Fragment;
}

/** A query that reads the candidates of a search index. */
export interface SearchedQuery extends Omit<SearchAccess, 'candidate'> {
  readonly candidates: PreparedQuerySql;
}

/** Bound by the reader, after all others. */
export const getLimit: Source = (values) => values.limit;

/** Turns a query into SQL. */
export function compileQuerySql(context: TermContext, query: Query): PreparedQuerySql {
  if (query.asks !== undefined) return toAskedSql(context.asked({ ...query, asks: query.asks }));
  const each = query.conditions.find((condition) => condition.kind === 'each');
  if (each !== undefined) return compileEach(context, query, each);
  const search = findSearch(context, query);
  const scan = compileAccess(context, query);
  if (search === undefined) {
    const listed = compileListed(context, query);
    return listed === undefined ? scan : { ...scan, listed };
  }
  const { candidate, ...searched } = search;
  return { ...scan, searched: { ...searched, candidates: compileAccess(context, query, { candidate }) } };
}

function compileListed(context: TermContext, query: Query): ListedQuery | undefined {
  if (query.order === undefined || query.skips === true || query.fields?.length === 0) return undefined;
  const { dialect } = context;
  const table = context.layout.get(query.resource)!;
  const way = findListedAccess(table, compileTerms(context, table, query.conditions), query.order);
  if (way === undefined) return undefined;
  const { access, listed } = way;
  const from = sql`FROM ${dialect.quote(table.table)} AS t`;
  const bounded = buildWhereClause(access.bounds.map(({ holds }) => holds));
  const most = String(mostCandidates + 1);
  const rows = sql`SELECT 1 AS one FROM ${writeListed(listed)}${dialect.forEach(table, sql`${from}${bounded} LIMIT ${most}`)} LIMIT ${most}`;
  return {
    field: listed.field,
    query: compileAccess(context, query, way),
    values: sql`SELECT count(*) FROM (${listed.values} LIMIT ${String(mostListed + 1)}) AS l`,
    ...(access.tests.length === 0 ? {} : { records: sql`SELECT count(*) FROM (${rows}) AS r` }),
  };
}

/** Reads the first records of each of a list of values, along an index that has their order. */
function compileEach(
  context: TermContext,
  query: Query,
  each: Condition & { readonly kind: 'each' },
): PreparedQuerySql {
  const table = context.layout.get(query.resource)!;
  const terms = compileTerms(context, table, query.conditions);
  const { listed } = terms[query.conditions.indexOf(each)]!;
  const access = chooseAccess(table, terms, query.order ?? []);
  return compileAccess(context, query, { listed: listed!, access, most: each.most });
}

/** The values of a list after FROM, as `a.v`; none if there are too many. */
function writeListed({ values }: ListedTerm): Fragment {
  const counted = sql`SELECT v, count(*) OVER () AS n FROM (${values} LIMIT ${String(mostListed + 1)}) AS l`;
  return sql`(SELECT DISTINCT v FROM (${counted}) AS c WHERE n <= ${String(mostListed)}) AS a`;
}

/**
 * How rows are read, if not along the order of the query: the condition that reads a search index, or the values that a term lists. `most`:
 * that many rows of each of any number of values.
 */
type Way =
  | { readonly candidate: Fragment; readonly listed?: undefined }
  | { readonly candidate?: undefined; readonly listed: ListedTerm; readonly access: Access; readonly most?: number };

/** Its rows are not those of a table, so none can be locked. */
function toAskedSql(page: Fragment): PreparedQuerySql {
  const access: Access = { bounds: [], tests: [], keys: [], inOrder: true };
  return { one: page, count: page, positions: [], access, stretches: () => [{ page, merged: true }] };
}

function compileAccess(context: TermContext, query: Query, way?: Way): PreparedQuerySql {
  const { dialect, layout } = context;
  const table = layout.get(query.resource);
  if (table === undefined) throw new Error(`there is no resource \`${query.resource}\``);
  const terms = compileTerms(context, table, query.conditions);
  const order = query.order ?? [];
  const candidate = way?.candidate;
  const merges = query.order !== undefined && query.skips !== true && way === undefined;
  const among = merges ? findMergedAccess(table, terms, order) : undefined;
  const access =
    way?.listed !== undefined
      ? way.access
      : candidate === undefined
        ? (among ?? chooseWholeAccess(query, chooseAccess(table, terms, order)))
        : readSearched(table, candidate, terms, order, dialect.searchIndex!);
  const read = query.fields?.map((field) => findColumn(table, field)) ?? table.columns;
  const own = read.map(({ name, storage }) => dialect.read(`t.${dialect.quote(name)}`, storage));
  const columns = listAny(own);
  const from = sql`FROM ${dialect.quote(table.table)} AS t${access.searched?.along ?? ''}`;
  const stoppable =
    query.slowTimeout === undefined || dialect.stoppable === undefined ? [] : [sql`${dialect.stoppable}`];
  const conditions = candidate === undefined ? terms : access.bounds;
  const all = buildWhereClause([...stoppable, ...conditions.map(({ holds }) => holds)]);
  const keys = access.keys.map(({ field, descending }): OrderKey => {
    const column = findColumn(table, field);
    const position = order.findIndex((key) => key.field === field);
    const value: Source = (values) => dialect.bind(values.after![position], column.storage);
    return {
      column: dialect.compared(`t.${dialect.quote(column.name)}`, column.storage),
      read: dialect.read(`t.${dialect.quote(column.name)}`, column.storage),
      descending,
      nullable: !column.always,
      after: fillHoles(dialect.compared(hole, column.storage), [value]),
      position,
    };
  });
  const sorted = query.order === undefined ? sql`` : buildOrderByClause(dialect, keys);
  const followed = query.follows === undefined ? undefined : compileFollowed(context, table, query.follows);
  const shown = followed === undefined ? columns : listAny([...own, ...followed.columns]);
  return {
    one: sql`SELECT ${shown.join(', ')} ${from}${followed?.joined ?? ''}${(candidate === undefined ? buildSingleRead(context, query, table, terms) : undefined) ?? all}${sorted} LIMIT 1`,
    count: sql`SELECT count(*) ${from}${all}`,
    ...(query.figures === undefined
      ? {}
      : { figures: compileFigures(dialect, table, query.figures, sql`${from}${all}`) }),
    positions: keys.map(({ position }) => position),
    access,
    stretches(nulls) {
      const segments = nulls === undefined ? [undefined] : buildSegments(keys, nulls);
      return segments.map((segment) => {
        const shape = { dialect, table, columns, access, sorted, keys, segment, stoppable };
        if (way?.listed !== undefined) return buildListedStretch(shape, way);
        if (among !== undefined) return buildMergedStretch(shape);
        if (query.skips === true) return buildOffsetStretch(shape);
        // Without a key the conditions select one record at most.
        return query.bounded === true && keys.length > 0 && access.inOrder && access.tests.length > 0
          ? buildTestedStretch(shape)
          : buildPlainStretch(shape);
      });
    },
  };
}

/** A statement reads at least one column. */
function listAny(columns: readonly string[]): readonly string[] {
  return columns.length === 0 ? ['1'] : columns;
}

/** Without a bound, the store chooses along which index it tests rows, and sorts what it finds. */
function chooseWholeAccess({ order, bounded }: Query, access: Access): Access {
  if (order === undefined || bounded === true || access.tests.length === 0) return access;
  return { bounds: [...access.bounds, ...access.tests], tests: [], keys: access.keys, inOrder: false };
}

/** A key of an order, with how its value is read. */
interface OrderKey extends SegmentKey {
  readonly read: string;
  /** Its index in `Query.order`. */
  readonly position: number;
}

interface Shape {
  readonly dialect: QueryDialect;
  readonly table: TableLayout;
  readonly columns: readonly string[];
  readonly access: Access;
  readonly sorted: Fragment;
  readonly keys: readonly OrderKey[];
  readonly segment: Fragment | undefined;
  readonly stoppable: readonly Fragment[];
}

/** How one record is found by its identity where more is asked of it, if the store has its own way. */
function buildSingleRead(
  { dialect }: TermContext,
  query: Query,
  table: TableLayout,
  terms: readonly Term[],
): Fragment | undefined {
  const own = terms.find(({ equal, value }) => equal === table.resource.identity && value !== undefined);
  const others = terms.filter((term) => term !== own).map(({ holds }) => holds);
  if (own === undefined || others.length === 0 || query.order !== undefined || query.slowTimeout !== undefined) return;
  if (query.follows !== undefined) return;
  const found = dialect.byIdentity?.(table, own.value!, join(others, ' AND '));
  return found && buildWhereClause([found]);
}

function buildWhereClause(conditions: readonly Fragment[]): Fragment {
  return conditions.length === 0 ? sql`` : sql` WHERE ${join(conditions, ' AND ')}`;
}

function buildOrderByClause(
  dialect: QueryDialect,
  keys: readonly SegmentKey[],
  name = (key: SegmentKey, _index: number): string => key.column,
): Fragment {
  if (keys.length === 0) return sql``;
  const written = keys.map((key, index) => name(key, index) + dialect.direction(key.descending, key.nullable));
  return sql` ORDER BY ${written.join(', ')}`;
}

/** Where rows come from, along the chosen index where there is one. */
function buildFromClause({ dialect, table, access, sorted }: Shape): string {
  const index = access.index === undefined || sorted.texts[0] === '' ? '' : dialect.along(access.index);
  return `FROM ${dialect.quote(table.table)} AS t${index}`;
}

const getSkip: Source = (values) => values.skip ?? 0;

/** Skips rows by reading all rows before the page. */
function buildOffsetStretch(shape: Shape): Stretch {
  return { page: sql`${buildRows(shape)}${shape.dialect.skipping(getSkip, getLimit)}`, ...markMerged(shape) };
}

function buildPlainStretch(shape: Shape): Stretch {
  return { page: sql`${buildRows(shape)}${shape.dialect.limited(getLimit)}`, ...markMerged(shape) };
}

/** Rows of a subquery cannot be locked. */
function markMerged({ access }: Shape): Pick<Stretch, 'merged'> {
  return access.searched === undefined ? {} : { merged: true };
}

function buildRows(shape: Shape): Fragment {
  const { access, columns, sorted, dialect, table } = shape;
  const conditions = buildConditions(shape);
  if (access.searched === undefined)
    return sql`SELECT ${columns.join(', ')} ${buildFromClause(shape)}${conditions}${sorted}`;
  const { along, fence } = access.searched;
  const found = sql`SELECT * FROM ${dialect.quote(table.table)} AS t${along}${conditions}${fence}`;
  return sql`SELECT ${columns.join(', ')} FROM (${found}) AS t${sorted}`;
}

function buildConditions({ access, segment, stoppable }: Shape): Fragment {
  const conditions = [...stoppable, ...[...access.bounds, ...access.tests].map(({ holds }) => holds)];
  return buildWhereClause(segment === undefined ? conditions : [...conditions, segment]);
}

/** No more of each value's rows are needed than of all of them. */
const getValueLimit: Source = (values) => values.limit ?? Number.MAX_SAFE_INTEGER;

/** Reads along the index once for each value of a list and puts the rows together in their order. */
function buildMergedStretch(shape: Shape): Stretch {
  const { access, segment, columns, sorted, keys, dialect } = shape;
  const { among } = access.bounds.find((term) => term.among !== undefined)!;
  const selected = [
    ...columns.map((column, index) => `${column} AS c${index}`),
    ...keys.map(({ column }, index) => `${column} AS k${index}`),
  ].join(', ');
  const readings = Array.from({ length: among!.count }, (_, index) => {
    const bounds = access.bounds.map((term) => (term.among === undefined ? term.holds : among!.each(index)));
    const bounded = buildWhereClause(segment === undefined ? bounds : [...bounds, segment]);
    const reading = sql`SELECT ${selected} ${buildFromClause(shape)}${bounded}${sorted}${dialect.limited(getValueLimit)}`;
    return sql`SELECT * FROM (${reading}) AS r${String(index)}`;
  });
  const shown = columns.map((_, index) => `c${index}`).join(', ');
  const again = buildOrderByClause(dialect, keys, (_, index) => `k${index}`);
  const all = join(readings, ' UNION ALL ');
  return { page: sql`SELECT ${shown} FROM (${all}) AS read${again}${dialect.limited(getLimit)}`, merged: true };
}

/** Reads along the index once for each value that a query lists, and puts the rows together in their order. */
function buildListedStretch(shape: Shape, { listed, most }: Way & { readonly listed: ListedTerm }): Stretch {
  const { columns, sorted, dialect, table } = shape;
  const limit = dialect.limited(most === undefined ? getValueLimit : () => most);
  const rows = sql`${buildFromClause(shape)}${buildConditions(shape)}${sorted}${limit}`;
  const values = most === undefined ? writeListed(listed) : sql`(${listed.values}) AS a`;
  const each = sql`${values}${dialect.forEach(table, rows)}`;
  return { page: sql`SELECT ${columns.join(', ')} FROM ${each}${sorted}${dialect.limited(getLimit)}`, merged: true };
}

/** Reads a bounded number of rows along the index and returns the rows that pass the tests, in the same order. */
function buildTestedStretch(shape: Shape): Stretch {
  const { access, segment, columns, sorted, keys, dialect } = shape;
  const limited = dialect.limited(getLimit);
  const bounds = access.bounds.map(({ holds }) => holds);
  const bounded = buildWhereClause(segment === undefined ? bounds : [...bounds, segment]);
  const tests = join(
    access.tests.map(({ holds }) => dialect.tested(holds)),
    ' AND ',
  );
  const source = buildFromClause(shape);
  const selected = [
    ...columns.map((column, index) => `${column} AS c${index}`),
    ...keys.map(({ column }, index) => `${column} AS k${index}`),
  ].join(', ');
  const inner = sql`SELECT ${selected}, (${tests}) AS holds ${source}${bounded}${sorted}${limited}`;
  const shown = columns.map((_, index) => `c${index}`).join(', ');
  const again = buildOrderByClause(dialect, keys, (_, index) => `k${index}`);
  const values = keys.map(({ read }) => read);
  return {
    page: sql`SELECT ${shown} FROM (${inner}) AS read WHERE holds${again}${limited}`,
    tested: {
      read: sql`SELECT count(*) FROM (SELECT 1 ${source}${bounded}${limited}) AS read`,
      last: sql`SELECT ${values.join(', ')} ${source}${bounded}${sorted} LIMIT 1 OFFSET ${getLimit}`,
    },
  };
}
