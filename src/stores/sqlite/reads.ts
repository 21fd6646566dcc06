import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { MaybePromise, Row } from '../../contracts/record.ts';
import type { PreparedQuery, Query, QueryValues } from '../../contracts/store.ts';
import { takeUntilFull } from '../../plan/records/row-size.ts';
import { type Fragment, formatFragment, type Source } from '../queries/fragment.ts';
import { type HeldReader, holdQuery, prepareOnce } from '../queries/held.ts';
import { compileQuerySql } from '../queries/prepared-query.ts';
import type { TermContext } from '../queries/terms.ts';
import type { BackgroundReader } from './background/background-reader.ts';
import { prepareInBackground } from './background/query.ts';
import type { SharedRead } from './batched-reads.ts';
import { noLimit, questions, toSqlValue } from './dialect.ts';
import { toStoreError } from './failures.ts';

/** A held statement and the values that are bound at each asking. */
interface Held {
  readonly statement: StatementSync;
  readonly sources: readonly Source[];
  /** Filled at each execution: nothing else runs while a statement does. */
  readonly bound: SQLInputValue[];
}

/** Returns queries over a connection, and slow ones over the thread `background`; the same query is compiled once. */
export function createReads(
  database: DatabaseSync,
  sharedRead: SharedRead,
  context: TermContext,
  background?: BackgroundReader,
): (query: Query) => PreparedQuery {
  const asking =
    <T>(ask: (values: QueryValues) => T) =>
    (values: QueryValues): T => {
      try {
        sharedRead.read();
        return ask(values);
      } catch (error) {
        throw toStoreError(error);
      }
    };
  const hold = (fragment: Fragment): Held => {
    const statement = database.prepare(formatFragment(fragment, questions.placeholder));
    statement.setReturnArrays(true);
    return { statement, sources: fragment.sources, bound: fragment.sources.map(() => null) };
  };
  return prepareOnce((query) => {
    const written = compileQuerySql(context, query);
    if (background !== undefined && query.slowTimeout !== undefined) {
      return prepareInBackground(background, query, written, query.slowTimeout);
    }
    const held = holdQuery(query, written, hold);
    return {
      one: asking((values) => held.one(reader, values, '')),
      many: asking((values) => held.many(reader, values, '')),
      count: asking((values) => held.count(reader, values)),
      figures: asking((values) => held.figures(reader, values)),
    };
  });
}

const reader: HeldReader<Held> = {
  all(held, values, ...last) {
    const bound = fill(held, values, last);
    if (values.room === undefined) return held.statement.all(...bound) as unknown as readonly Row[];
    return takeUntilFull(held.statement.iterate(...bound) as unknown as Iterable<Row>, values.room);
  },
  first: (held, values) => held.statement.get(...fill(held, values)) as unknown as MaybePromise<Row | undefined>,
};

const none: readonly number[] = [];

/** The values of an asking. The last ones are numbers that the reader gives itself. */
function fill({ sources, bound }: Held, values: QueryValues, last: readonly (number | null)[] = none): Held['bound'] {
  const own = sources.length - last.length;
  for (let index = 0; index < own; index++) bound[index] = toSqlValue(sources[index]!(values));
  for (let index = 0; index < last.length; index++) bound[own + index] = last[index] ?? noLimit;
  return bound;
}
