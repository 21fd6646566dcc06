import { then } from '../../contracts/maybe-promise.ts';
import type { Row } from '../../contracts/record.ts';
import type { FairQueueTicket, PreparedQuery, Query, QueryValues } from '../../contracts/store.ts';
import { type Fragment, formatFragment, type Source } from '../queries/fragment.ts';
import { type HeldReader, holdQuery, prepareOnce } from '../queries/held.ts';
import { compileQuerySql, type PreparedQuerySql } from '../queries/prepared-query.ts';
import type { TermContext } from '../queries/terms.ts';
import type { Executor, Statement } from './connection/connect.ts';
import { questions } from './dialect.ts';
import { buildRecordKey } from './meanwhile.ts';

/** How a transaction locks the rows that it reads: against every other write (`free`: rows without a lock), or only against changes. */
export type Lock = 'write' | 'share' | 'free';

/** Where questions are asked: quick ones all along one connection, one that may take long on one that it has alone. */
export interface Readers {
  readonly quick: Executor;
  /**
   * Does work when its turn in the fair queue comes: its queries see one snapshot of the database and take at most a number of milliseconds
   * together.
   */
  apart<T>(
    asked: FairQueueTicket | undefined,
    milliseconds: number | undefined,
    work: (executor: Executor) => Promise<T>,
  ): Promise<T>;
}

/** A question, and how a transaction asks it. */
interface PgPreparedQuery extends PreparedQuery {
  /** Finds its first row; undefined if that takes more than one statement. */
  readonly first: Fragment | undefined;
  /** Returns the keys of the records that it looks for by their identities. */
  recordKeys(values: QueryValues): readonly string[];
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

/** Gives questions over connections; the same question is compiled once. */
export function createReads(
  readers: Readers,
  context: TermContext,
  statementOf: (text: string) => Statement,
): (query: Query) => PreparedQuery {
  return prepareOnce((query) => {
    const { identity } = context.layout.get(query.resource)!.resource;
    return createPreparedQuery(readers, query, identity, compileQuerySql(context, query), statementOf);
  });
}

/** The question as it is asked inside a transaction, over its connection. */
export function bindQuery(query: PreparedQuery, executor: Executor, lock: Lock): PreparedQuery {
  const { inside } = query as Partial<PgPreparedQuery>;
  if (inside === undefined) throw new Error('the question is of another store');
  return inside(executor, lock);
}

/** Returns the keys of the records that a question looks for by their identities. */
export function listRecordKeys(query: PreparedQuery, values: QueryValues): readonly string[] {
  return (query as PgPreparedQuery).recordKeys(values);
}

/** Creates the part of a statement that finds the first row of a query next to others; undefined if it is more than one. */
export function createFirstRowQuery(query: PreparedQuery): Fragment | undefined {
  return (query as Partial<PgPreparedQuery>).first;
}

function createPreparedQuery(
  readers: Readers,
  query: Query,
  identity: string,
  made: PreparedQuerySql,
  statementOf: (text: string) => Statement,
): PgPreparedQuery {
  const held = holdQuery<Held, Lock>(query, made, (fragment, lock) => {
    const text = formatFragment(fragment, questions.placeholder) + (lock === '' ? '' : locks[lock]);
    return { statement: statementOf(text), sources: fragment.sources };
  });
  const { quick, apart } = readers;
  const quickReader = readerOf(quick);
  const identityAt = query.conditions.findIndex((condition) => {
    if (condition.kind === 'equal') return condition.field === identity;
    if (condition.kind !== 'compare' || condition.operator !== 'in') return false;
    return condition.path.length === 1 && condition.path[0] === identity;
  });
  return {
    first: query.after === true ? undefined : made.one,
    recordKeys({ conditions }) {
      if (identityAt < 0) return [];
      const given = conditions[identityAt];
      const isList = query.conditions[identityAt]!.kind === 'compare';
      return (isList ? (given as readonly unknown[]) : [given]).map((id) => buildRecordKey(query.resource, id));
    },
    one: (values) => held.one(quickReader, values, ''),
    many(values) {
      const isLong =
        query.slowTimeout !== undefined ||
        query.skips === true ||
        !made.access.inOrder ||
        held.stretches(values, '').some(({ tested }) => tested !== undefined);
      if (!isLong) return held.many(quickReader, values, '');
      const readApart = () =>
        apart(values.ticket, query.slowTimeout, async (executor) => held.many(readerOf(executor), values, ''));
      if (held.short === undefined || values.limit === undefined) return readApart();
      return then(held.short(quickReader, values), (found) => found ?? readApart());
    },
    count: (values) =>
      apart(values.ticket, query.slowTimeout, async (executor) => held.count(readerOf(executor), values)),
    figures: (values) =>
      apart(values.ticket, query.slowTimeout, async (executor) => held.figures(readerOf(executor), values)),
    inside(executor, lock) {
      const reader = readerOf(executor);
      return {
        one: (values) => held.one(reader, values, lock),
        many: (values) => held.many(reader, values, lock),
        count: (values) => held.count(reader, values),
        figures: (values) => held.figures(reader, values),
      };
    },
  };
}

function readerOf(executor: Executor): HeldReader<Held> {
  const all: HeldReader<Held>['all'] = ({ statement, sources }, values, ...last) =>
    executor.execute(statement, bindValues(sources, values, last)).then(({ rows }) => rows);
  return { all, first: (held, values) => (all(held, values) as Promise<readonly Row[]>).then(([row]) => row) };
}

/** Binds the values of an execution. The last ones are numbers that the reader adds; null is no limit. */
function bindValues(
  sources: readonly Source[],
  values: QueryValues,
  last: readonly (number | null)[],
): readonly unknown[] {
  const own = sources.length - last.length;
  return sources.map((source, index) => (index < own ? source(values) : last[index - own]));
}
