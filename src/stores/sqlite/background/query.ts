import type { SQLInputValue } from 'node:sqlite';
import type { PreparedQuery, Query } from '../../../contracts/store.ts';
import { formatFragment, type Source } from '../../queries/fragment.ts';
import { type HeldReader, holdQuery } from '../../queries/held.ts';
import type { PreparedQuerySql } from '../../queries/prepared-query.ts';
import { noLimit, questions, toSqlValue } from '../dialect.ts';
import type { BackgroundReader } from './background-reader.ts';
import type { QueryThread } from './reader.ts';

interface Written {
  readonly text: string;
  readonly sources: readonly Source[];
}

/** Prepares a query that runs on the thread for slow reads, with a timeout in milliseconds. */
export function prepareInBackground(
  background: BackgroundReader,
  query: Query,
  made: PreparedQuerySql,
  milliseconds: number,
): PreparedQuery {
  const held = holdQuery(query, made, (fragment): Written => {
    return { text: formatFragment(fragment, questions.placeholder), sources: fragment.sources };
  });
  return {
    one: (values) => background.read(values.ticket, milliseconds, async (ask) => held.one(readerOf(ask), values, '')),
    many: (values) => background.read(values.ticket, milliseconds, async (ask) => held.many(readerOf(ask), values, '')),
    count: (values) => background.read(values.ticket, milliseconds, async (ask) => held.count(readerOf(ask), values)),
    figures: (values) =>
      background.read(values.ticket, milliseconds, async (ask) => held.figures(readerOf(ask), values)),
  };
}

function readerOf(ask: QueryThread): HeldReader<Written> {
  const all: HeldReader<Written>['all'] = ({ text, sources }, values, ...last) => {
    const own = sources.length - last.length;
    const bound = sources.map((source, at): SQLInputValue => {
      return at < own ? toSqlValue(source(values)) : (last[at - own] ?? noLimit);
    });
    return ask(text, bound, values.room);
  };
  return { all, first: async (held, values) => (await all(held, values))[0] };
}
