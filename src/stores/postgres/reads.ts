import type { Row } from '../../contracts/record.ts';
import type { FairQueueTicket, PreparedQuery, Query, QueryValues } from '../../contracts/store.ts';
import { type Fragment, type Source, textOf } from '../queries/fragment.ts';
import { compileQuerySql, type PreparedQuerySql, type Stretch } from '../queries/prepared-query.ts';
import { type ExecuteHeld, type HeldStretch, nextOf, readStretches } from '../queries/stretches.ts';
import type { TermContext } from '../queries/terms.ts';
import type { Executor, Statement } from './connection/connect.ts';
import { questions } from './dialect.ts';

/** How a transaction holds the rows that it reads: against every other write (`free`: those that nobody holds), or only against being changed. */
export type Lock = 'write' | 'share' | 'free';

/** Where questions are asked: quick ones all along one connection, one that may take long on one that it has alone. */
export interface Readers {
  readonly quick: Executor;
  /**
   * Does work when its caller's turn has come: what is asked inside sees the database as it was at one moment, and all of it takes
   * so many milliseconds at most.
   */
  apart<T>(
    asked: FairQueueTicket | undefined,
    milliseconds: number | undefined,
    work: (executor: Executor) => Promise<T>,
  ): Promise<T>;
}

/** A question, and how a transaction asks it. */
interface PgPreparedQuery extends PreparedQuery {
  /** What finds its first row; undefined where that is more than one statement. */
  readonly first: Fragment | undefined;
  inside(executor: Executor, lock: Lock): PreparedQuery;
}

interface Held {
  readonly statement: Statement;
  readonly sources: readonly Source[];
}

/** How a statement holds the rows that it reads. */
export const locks: Readonly<Record<Lock, string>> = {
  write: ' FOR NO KEY UPDATE OF t',
  share: ' FOR SHARE OF t',
  free: ' FOR NO KEY UPDATE OF t SKIP LOCKED',
};
/** More questions than this are asked only by code that makes them up; the oldest is then compiled again. */
const createPreparedQueries = 2_000;

/** Gives questions over connections; the same question is compiled once. */
export function createReads(
  readers: Readers,
  context: TermContext,
  statementOf: (text: string) => Statement,
): (query: Query) => PreparedQuery {
  const questionsByText = new Map<string, PreparedQuery>();
  return (query) => {
    const text = JSON.stringify(query);
    const known = questionsByText.get(text);
    if (known !== undefined) return known;
    const made = createPreparedQuery(readers, query, compileQuerySql(context, query), statementOf);
    if (questionsByText.size >= createPreparedQueries) questionsByText.delete(questionsByText.keys().next().value!);
    questionsByText.set(text, made);
    return made;
  };
}

/** The question as it is asked inside a transaction, over its connection. */
export function bindQuery(query: PreparedQuery, executor: Executor, lock: Lock): PreparedQuery {
  const { inside } = query as Partial<PgPreparedQuery>;
  if (inside === undefined) throw new Error('the question is of another store');
  return inside(executor, lock);
}

/** What finds the first row of a question, for a statement that asks it beside other things; undefined where it is no single one. */
export function firstOf(query: PreparedQuery): Fragment | undefined {
  return (query as Partial<PgPreparedQuery>).first;
}

function createPreparedQuery(
  readers: Readers,
  query: Query,
  made: PreparedQuerySql,
  statementOf: (text: string) => Statement,
): PgPreparedQuery {
  const hold = (fragment: Fragment, lock: '' | Lock): Held => {
    const text = textOf(fragment, questions.placeholder) + (lock === '' ? '' : locks[lock]);
    return { statement: statementOf(text), sources: fragment.sources };
  };
  const held = new Map<string, Held | readonly HeldStretch<Held>[]>();
  const keep = <T extends Held | readonly HeldStretch<Held>[]>(key: string, make: () => T): T => {
    let found = held.get(key) as T | undefined;
    if (found === undefined) {
      found = make();
      held.set(key, found);
    }
    return found;
  };
  const stretchesFor = (values: QueryValues, lock: '' | Lock): readonly HeldStretch<Held>[] => {
    const after = query.after === true ? values.after : undefined;
    const nulls =
      after === undefined ? undefined : made.positions.map((position) => (after[position] ?? null) === null);
    return keep(`many ${lock} ${nulls === undefined ? '' : nulls.map(Number).join('')}`, () =>
      made.stretches(nulls).map((stretch) => holdStretch(stretch, lock, hold)),
    );
  };
  const read = (executor: Executor, stretches: readonly HeldStretch<Held>[], values: QueryValues) =>
    readStretches(executeHeld(executor, values), stretches, values, (found) => nextOf(query, made, values, found));
  const first = (executor: Executor, values: QueryValues, lock: '' | Lock): Promise<Row | undefined> => {
    if (query.after === true) {
      const one = { ...values, limit: 1 };
      return read(executor, stretchesFor(values, lock), one).then(({ rows }) => rows[0]);
    }
    const { statement, sources } = keep(`one ${lock}`, () => hold(made.one, lock));
    return executor.execute(statement, bound(sources, values)).then(({ rows }) => rows[0]);
  };
  const count = (executor: Executor, values: QueryValues): Promise<number> => {
    const { statement, sources } = keep('count', () => hold(made.count, ''));
    return executor.execute(statement, bound(sources, values)).then(({ rows }) => rows[0]![0] as number);
  };
  const { quick, apart } = readers;
  return {
    first: query.after === true ? undefined : made.one,
    one: (values) => first(quick, values, ''),
    many(values) {
      const stretches = stretchesFor(values, '');
      const long =
        query.slowTimeout !== undefined ||
        query.skips === true ||
        !made.access.inOrder ||
        stretches.some(({ tested }) => tested !== undefined);
      if (!long) return read(quick, stretches, values);
      return apart(values.ticket, query.slowTimeout, (executor) => read(executor, stretches, values));
    },
    count: (values) => apart(values.ticket, query.slowTimeout, (executor) => count(executor, values)),
    inside: (executor, lock) => ({
      one: (values) => first(executor, values, lock),
      many: (values) => read(executor, stretchesFor(values, lock), values),
      count: (values) => count(executor, values),
    }),
  };
}

/** Rows that are only tested are not locked: most of them are not among those that are found. */
function holdStretch(
  { page, merged, tested }: Stretch,
  lock: '' | Lock,
  hold: (fragment: Fragment, lock: '' | Lock) => Held,
): HeldStretch<Held> {
  if (tested === undefined) return { page: hold(page, merged === true ? '' : lock) };
  return { page: hold(page, ''), tested: { read: hold(tested.read, ''), last: hold(tested.last, '') } };
}

/** The values of an asking. The last ones are numbers that the reader gives itself; null is no limit. */
function bound(
  sources: readonly Source[],
  values: QueryValues,
  ...last: readonly (number | null)[]
): readonly unknown[] {
  const own = sources.length - last.length;
  return sources.map((source, index) => (index < own ? source(values) : last[index - own]));
}

function executeHeld(executor: Executor, values: QueryValues): ExecuteHeld<Held> {
  return async ({ statement, sources }, ...last) =>
    (await executor.execute(statement, bound(sources, values, ...last))).rows;
}
