import type { SQLInputValue } from 'node:sqlite';
import type { PreparedQuery, Query, QueryValues } from '../../../contracts/store.ts';
import { type Fragment, type Source, textOf } from '../../queries/fragment.ts';
import type { PreparedQuerySql, Stretch } from '../../queries/prepared-query.ts';
import { type ExecuteHeld, type HeldStretch, nextOf, readStretches } from '../../queries/stretches.ts';
import { plain, questions } from '../dialect.ts';
import type { BackgroundReader } from './background-reader.ts';
import type { QueryThread } from './reader.ts';

interface Written {
  readonly text: string;
  readonly sources: readonly Source[];
}

const noLimit = -1;

/** Makes a question that is asked on the thread for what may take long, for so many milliseconds at most. */
export function prepareInBackground(
  background: BackgroundReader,
  query: Query,
  made: PreparedQuerySql,
  milliseconds: number,
): PreparedQuery {
  const one = written(made.one);
  const count = written(made.count);
  const stretches = new Map<string, readonly HeldStretch<Written>[]>();
  const stretchesFor = (after: readonly unknown[] | undefined): readonly HeldStretch<Written>[] => {
    const nulls = after && made.positions.map((position) => (after[position] ?? null) === null);
    const key = String(nulls);
    const found = stretches.get(key) ?? made.stretches(nulls).map(writtenStretch);
    stretches.set(key, found);
    return found;
  };
  const many: PreparedQuery['many'] = (values) => {
    const found = stretchesFor(query.after === true ? values.after : undefined);
    return background.read(values.ticket, milliseconds, (ask) =>
      readStretches(executeHeld(ask, values), found, values, (last) => nextOf(query, made, values, last)),
    );
  };
  return {
    many,
    async one(values) {
      if (query.after === true) return (await many({ ...values, limit: 1 })).rows[0];
      return (await background.read(values.ticket, milliseconds, (ask) => executeHeld(ask, values)(one)))[0];
    },
    async count(values) {
      const [row] = await background.read(values.ticket, milliseconds, (ask) => executeHeld(ask, values)(count));
      return row![0] as number;
    },
  };
}

function written(fragment: Fragment): Written {
  return { text: textOf(fragment, questions.placeholder), sources: fragment.sources };
}

function writtenStretch({ page, tested }: Stretch): HeldStretch<Written> {
  if (tested === undefined) return { page: written(page) };
  return { page: written(page), tested: { read: written(tested.read), last: written(tested.last) } };
}

function executeHeld(ask: QueryThread, values: QueryValues): ExecuteHeld<Written> {
  return ({ text, sources }, ...last) => {
    const own = sources.length - last.length;
    const bound = sources.map((source, at): SQLInputValue => {
      return at < own ? plain(source(values)) : (last[at - own] ?? noLimit);
    });
    return ask(text, bound);
  };
}
