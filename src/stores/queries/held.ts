import { then } from '../../contracts/maybe-promise.ts';
import type { MaybePromise, Row } from '../../contracts/record.ts';
import type { FigureResult, PreparedQuery, Query, QueryValues } from '../../contracts/store.ts';
import type { Fragment } from './fragment.ts';
import {
  type ListedQuery,
  mostListed,
  type PreparedQuerySql,
  type SearchedQuery,
  type Stretch,
} from './prepared-query.ts';
import { mostCandidates } from './searched.ts';
import { type AskHeld, type Found, type HeldStretch, readStretches } from './stretches.ts';

/** Asks held statements: all rows, or the first alone. */
export interface HeldReader<Held> {
  readonly all: AskHeld<Held>;
  first(held: Held, values: QueryValues): MaybePromise<Row | undefined>;
}

/** A query whose statements are held, each from its first asking on. `lock`: how the rows that it finds are held, '' for not at all. */
export interface HeldQuery<Held, Lock extends string> {
  one(reader: HeldReader<Held>, values: QueryValues, lock: Lock): MaybePromise<Row | undefined>;
  /** `bound`: how many rows are tested at most. Default: `readingBound`. */
  many(reader: HeldReader<Held>, values: QueryValues, lock: Lock, bound?: number): MaybePromise<Found>;
  count(reader: HeldReader<Held>, values: QueryValues): MaybePromise<number>;
  figures(reader: HeldReader<Held>, values: QueryValues): MaybePromise<readonly FigureResult[]>;
  /** Reads a page in a short time if that is possible with these values. Absent if it never is. */
  readonly short?: (reader: HeldReader<Held>, values: QueryValues) => MaybePromise<Found | undefined>;
  /** The stretches of a page, which `many` reads. */
  stretches(values: QueryValues, lock: Lock): readonly HeldStretch<Held>[];
}

/** Creates a query whose statements `hold` holds: most queries are only ever asked one way. */
export function holdQuery<Held, Lock extends string = ''>(
  query: Query,
  made: PreparedQuerySql,
  hold: (fragment: Fragment, lock: Lock | '') => Held,
): HeldQuery<Held, Lock | ''> {
  const scan = holdAccess(query, made, hold);
  const { searched, listed } = made;
  if (searched !== undefined) return holdSearched(scan, holdAccess(query, searched.candidates, hold), searched, hold);
  return listed === undefined ? scan : holdListed(scan, holdAccess(query, listed.query, hold), listed, hold);
}

/** The number of rows that are tested along the order before the records of a list of values are counted. */
const testedFirst = 200;

/** Creates a query that reads the records of each listed value if there are few values, and along the order of its list if there are many. */
function holdListed<Held, Lock extends string>(
  scan: HeldQuery<Held, Lock | ''>,
  query: HeldQuery<Held, Lock | ''>,
  { values: counted, records }: ListedQuery,
  hold: (fragment: Fragment, lock: Lock | '') => Held,
): HeldQuery<Held, Lock | ''> {
  const held = new Map<Fragment, Held>();
  const count = (fragment: Fragment, reader: HeldReader<Held>, values: QueryValues): MaybePromise<number> => {
    const statement = held.get(fragment) ?? keep(held, fragment, hold(fragment, ''));
    return then(reader.first(statement, values), (row) => Number(row![0]));
  };
  const readListed: NonNullable<HeldQuery<Held, Lock>['short']> = (reader, values) =>
    then(query.many(reader, values, ''), (found): MaybePromise<Found | undefined> => {
      if (found.rows.length > 0) return found;
      // Values that come or go between the two statements must not end a list.
      return then(count(counted, reader, values), (all) => (all > mostListed / 2 ? undefined : found));
    });
  const many: HeldQuery<Held, Lock | ''>['many'] = (reader, values, lock, bound) => {
    const readAll = (): MaybePromise<Found> => scan.many(reader, values, lock, bound);
    // Rows that are put together of several readings cannot be locked.
    if (lock !== '' || values.limit === undefined) return readAll();
    const read = (): MaybePromise<Found> => then(readListed(reader, values), (found) => found ?? readAll());
    if (records === undefined) return read();
    return then(scan.many(reader, values, lock, testedFirst), (found): MaybePromise<Found> => {
      if (found.next === undefined) return found;
      return then(count(records, reader, values), (all) => (all > mostCandidates ? readAll() : read()));
    });
  };
  return { ...scan, many, ...(records === undefined ? { short: readListed } : {}) };
}

function holdAccess<Held, Lock extends string = ''>(
  query: Query,
  made: PreparedQuerySql,
  hold: (fragment: Fragment, lock: Lock | '') => Held,
): HeldQuery<Held, Lock | ''> {
  const ones = new Map<string, Held>();
  const pages = new Map<string, readonly HeldStretch<Held>[]>();
  let counting: Held | undefined;
  let figuring: Held | undefined;
  const stretches = (values: QueryValues, lock: Lock | ''): readonly HeldStretch<Held>[] => {
    const after = query.after === true ? values.after : undefined;
    const nulls = after && made.positions.map((position) => (after[position] ?? null) === null);
    const key = nulls === undefined ? lock : `${lock} behind ${nulls.map(Number).join('')}`;
    return pages.get(key) ?? keep(pages, key, holdStretches(made.stretches(nulls), lock, hold));
  };
  const many: HeldQuery<Held, Lock | ''>['many'] = (reader, values, lock, bound) =>
    readStretches(
      reader.all,
      stretches(values, lock),
      values,
      (found) => readNextKeys(query, made, values, found),
      bound,
    );
  return {
    stretches,
    many,
    one(reader, values, lock) {
      if (query.after === true) return then(many(reader, { ...values, limit: 1 }, lock), ({ rows }) => rows[0]);
      return reader.first(ones.get(lock) ?? keep(ones, lock, hold(made.one, lock)), values);
    },
    count(reader, values) {
      counting ??= hold(made.count, '');
      return then(reader.first(counting, values), (row) => row![0] as number);
    },
    figures(reader, values) {
      const { figures } = made;
      if (figures === undefined) return [];
      figuring ??= hold(figures.all, '');
      return then(reader.all(figuring, values), figures.read);
    },
  };
}

/** Creates a query that reads the candidates of a search if there are few, and along the order of its list if there are many. */
function holdSearched<Held, Lock extends string>(
  scan: HeldQuery<Held, Lock>,
  candidates: HeldQuery<Held, Lock>,
  { probe, serves, tested }: SearchedQuery,
  hold: (fragment: Fragment, lock: Lock | '') => Held,
): HeldQuery<Held, Lock> {
  let held: Held | undefined;
  const choose = (reader: HeldReader<Held>, values: QueryValues): MaybePromise<HeldQuery<Held, Lock>> => {
    if (!serves(values)) return scan;
    held ??= hold(probe, '');
    return then(reader.first(held, values), (row) => (Number(row![0]) > mostCandidates ? scan : candidates));
  };
  return {
    stretches: scan.stretches,
    one: (reader, values, lock) => then(choose(reader, values), (query) => query.one(reader, values, lock)),
    many(reader, values, lock) {
      const read = (): MaybePromise<Found> => then(choose(reader, values), (query) => query.many(reader, values, lock));
      const isBounded = scan.stretches(values, lock).every((stretch) => stretch.tested !== undefined);
      if (tested === 0 || !isBounded || values.limit === undefined || !serves(values)) return read();
      return then(scan.many(reader, values, lock, tested), (found) => (found.next === undefined ? found : read()));
    },
    count: (reader, values) => then(choose(reader, values), (query) => query.count(reader, values)),
    figures: (reader, values) => then(choose(reader, values), (query) => query.figures(reader, values)),
  };
}

/** More queries than this are asked only by code that makes them up; the oldest is then compiled again. */
const mostPrepared = 2_000;

/** Creates what prepares queries; the same query is compiled once. */
export function prepareOnce(prepare: (query: Query) => PreparedQuery): (query: Query) => PreparedQuery {
  const byText = new Map<string, PreparedQuery>();
  return (query) => {
    const text = JSON.stringify(query);
    const found = byText.get(text);
    if (found !== undefined) return found;
    const prepared = prepare(query);
    if (byText.size >= mostPrepared) byText.delete(byText.keys().next().value!);
    byText.set(text, prepared);
    return prepared;
  };
}

function keep<K, T>(map: Map<K, T>, key: K, value: T): T {
  map.set(key, value);
  return value;
}

/** Rows that are only tested are not locked: most of them do not match. */
function holdStretches<Held, Lock extends string>(
  stretches: readonly Stretch[],
  lock: Lock | '',
  hold: (fragment: Fragment, lock: Lock | '') => Held,
): readonly HeldStretch<Held>[] {
  return stretches.map(({ page, merged, tested }) => {
    if (tested === undefined) return { page: hold(page, merged === true ? '' : lock) };
    return { page: hold(page, ''), tested: { read: hold(tested.read, ''), last: hold(tested.last, '') } };
  });
}

/** Returns the values of all fields of the order, also of fields that a condition fixes, from the values of the keys. */
function readNextKeys(
  query: Query,
  made: PreparedQuerySql,
  values: QueryValues,
  found: readonly unknown[],
): readonly unknown[] {
  return (query.order ?? []).map((_, index) => {
    const at = made.positions.indexOf(index);
    return at >= 0 ? found[at] : (values.after?.[index] ?? null);
  });
}
