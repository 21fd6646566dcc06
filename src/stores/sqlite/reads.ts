import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Row } from '../../contracts/record.ts';
import type { PreparedQuery, Query, QueryValues } from '../../contracts/store.ts';
import { type Fragment, type Source, textOf } from '../queries/fragment.ts';
import { compileQuerySql, type PreparedQuerySql, readingBound, type Stretch } from '../queries/prepared-query.ts';
import { type HeldStretch, nextOf } from '../queries/stretches.ts';
import type { TermContext } from '../queries/terms.ts';
import type { BackgroundReader } from './background/background-reader.ts';
import { prepareInBackground } from './background/query.ts';
import type { SharedRead } from './batched-reads.ts';
import { plain, questions } from './dialect.ts';
import { thrown } from './failures.ts';

/** A held statement and the values that are bound at each asking. */
interface Held {
  readonly statement: StatementSync;
  readonly sources: readonly Source[];
  /** Filled anew at each asking: nothing else runs while a statement does. */
  readonly bound: SQLInputValue[];
}

const noLimit = -1;
/** More questions than this are asked only by code that makes them up; the oldest is then compiled again. */
const createPreparedQueries = 2_000;

/** Gives questions over a connection, and those that may take long over the thread `background`; the same question is compiled once. */
export function createReads(
  database: DatabaseSync,
  sharedRead: SharedRead,
  context: TermContext,
  background?: BackgroundReader,
): (query: Query) => PreparedQuery {
  const questionsByText = new Map<string, PreparedQuery>();
  return (query) => {
    const text = JSON.stringify(query);
    const known = questionsByText.get(text);
    if (known !== undefined) return known;
    const written = compileQuerySql(context, query);
    const made =
      background === undefined || query.slowTimeout === undefined
        ? createPreparedQuery(database, sharedRead, query, written)
        : prepareInBackground(background, query, written, query.slowTimeout);
    if (questionsByText.size >= createPreparedQueries) questionsByText.delete(questionsByText.keys().next().value!);
    questionsByText.set(text, made);
    return made;
  };
}

function createPreparedQuery(
  database: DatabaseSync,
  sharedRead: SharedRead,
  query: Query,
  made: PreparedQuerySql,
): PreparedQuery {
  // Statements are prepared when they are first needed: most questions are only ever asked one way.
  const later = (fragment: Fragment): (() => Held) => {
    let held: Held | undefined;
    return () => {
      held ??= hold(database, fragment);
      return held;
    };
  };
  const one = later(made.one);
  const count = later(made.count);
  const stretches = new Map<string, readonly HeldStretch<Held>[]>();
  const stretchesFor = (after: readonly unknown[] | undefined): readonly HeldStretch<Held>[] => {
    const nulls =
      after === undefined ? undefined : made.positions.map((position) => (after[position] ?? null) === null);
    const key = nulls === undefined ? '' : `behind ${nulls.map(Number).join('')}`;
    let found = stretches.get(key);
    if (found === undefined) {
      found = made.stretches(nulls).map((stretch) => holdStretch(database, stretch));
      stretches.set(key, found);
    }
    return found;
  };
  const many: PreparedQuery['many'] = (values) => {
    const after = query.after === true ? values.after : undefined;
    try {
      sharedRead.read();
      return readStretches(stretchesFor(after), values, (found) => nextOf(query, made, values, found));
    } catch (error) {
      throw thrown(error);
    }
  };
  const first = (held: Held, values: QueryValues): unknown => {
    try {
      sharedRead.read();
      return held.statement.get(...fill(held, values));
    } catch (error) {
      throw thrown(error);
    }
  };
  return {
    one(values) {
      if (query.after === true) return (many({ ...values, limit: 1 }) as { readonly rows: readonly Row[] }).rows[0];
      return first(one(), values) as Row | undefined;
    },
    many,
    count: (values) => (first(count(), values) as readonly [number])[0],
  };
}

function hold(database: DatabaseSync, fragment: Fragment): Held {
  const statement = database.prepare(textOf(fragment, questions.placeholder));
  statement.setReturnArrays(true);
  return { statement, sources: fragment.sources, bound: fragment.sources.map(() => null) };
}

function holdStretch(database: DatabaseSync, { page, tested }: Stretch): HeldStretch<Held> {
  if (tested === undefined) return { page: hold(database, page) };
  return {
    page: hold(database, page),
    tested: { read: hold(database, tested.read), last: hold(database, tested.last) },
  };
}

/** The values of an asking. The last ones are numbers that the reader gives itself. */
function fill(held: Held, values: QueryValues, ...last: readonly number[]): Held['bound'] {
  const { sources, bound } = held;
  const own = sources.length - last.length;
  for (let index = 0; index < own; index++) bound[index] = plain(sources[index]!(values));
  for (let index = 0; index < last.length; index++) bound[own + index] = last[index]!;
  return bound;
}

/** Reads one stretch after the other until there are enough rows or the bound is reached. */
function readStretches(
  stretches: readonly HeldStretch<Held>[],
  values: QueryValues,
  nextAfter: (found: readonly unknown[]) => readonly unknown[],
): { readonly rows: readonly Row[]; readonly next?: readonly unknown[] } {
  let rows: Row[] = [];
  let left = values.limit ?? noLimit;
  let bound = readingBound;
  for (let index = 0; index < stretches.length; index++) {
    const { page, tested } = stretches[index]!;
    const more = (tested === undefined
      ? page.statement.all(...fill(page, values, left))
      : page.statement.all(...fill(page, values, left === noLimit ? noLimit : bound, left))) as unknown as Row[];
    rows = rows.length === 0 ? more : rows.concat(more);
    if (left !== noLimit) left -= more.length;
    if (left === 0) break;
    if (tested === undefined || left === noLimit) continue;
    const last = tested.last.statement.get(...fill(tested.last, values, bound - 1));
    if (last !== undefined) return { rows, next: nextAfter(last as unknown as readonly unknown[]) };
    if (index === stretches.length - 1) break;
    const read = tested.read.statement.get(...fill(tested.read, values, bound)) as unknown as readonly [number];
    bound -= read[0];
    // The bound fell together with the end of a stretch: one more row tells where the next page goes on.
    bound = Math.max(bound, 1);
  }
  return { rows };
}
