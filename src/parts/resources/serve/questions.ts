import { then } from '../../../contracts/maybe-promise.ts';
import type { Answering, OperationContext } from '../../../contracts/operation-context.ts';
import type { MaybePromise } from '../../../contracts/record.ts';
import type { AskedQuestions, RequestContext } from '../../../contracts/request-context.ts';
import type { PreparedQuery, Store } from '../../../contracts/store.ts';
import type { Question } from '../../../expression/tree.ts';
import { readAnswer } from '../../../plan/records/answers.ts';
import { asksQuestions } from '../../../plan/records/questions.ts';

const evaluate: Answering = (_ctx, work, perform) => (perform ?? work)() as never;

/** Creates `OperationContext.answering` over a store. */
export function createAnswering(store: Pick<Store, 'prepare'>): OperationContext['answering'] {
  const queries = new Map<Question, PreparedQuery>();
  const queryOf = (asks: Question): PreparedQuery => {
    const query = queries.get(asks) ?? store.prepare({ resource: asks.resource, conditions: [], asks });
    queries.set(asks, query);
    return query;
  };
  const answer: Answering = (ctx, work, perform) => {
    const asked: AskedQuestions = { answers: new Map(), open: new Map(), guess: false };
    const round = (): ReturnType<typeof work> | Promise<ReturnType<typeof work>> => {
      const result = rehearse(ctx, asked, work);
      if (asked.open.size > 0) return then(askAll(ctx, asked, queryOf), round);
      return perform === undefined ? result() : (withQuestions(ctx, asked, perform) as never);
    };
    return round();
  };
  return (...parts) => (asksQuestions(...parts) ? answer : evaluate);
}

/** Evaluates with what is known; with something open also by the other guess, which may come to further questions. */
function rehearse<T>(ctx: RequestContext, asked: AskedQuestions, work: () => T): () => T {
  const result = attempt(() => withQuestions(ctx, asked, work));
  if (asked.open.size === 0) return result;
  asked.guess = !asked.guess;
  attempt(() => withQuestions(ctx, asked, work));
  return result;
}

function attempt<T>(work: () => T): () => T {
  try {
    const result = work();
    return () => result;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

function withQuestions<T>(ctx: RequestContext, asked: AskedQuestions, work: () => T): T {
  const around = ctx.asked;
  ctx.asked = asked;
  const end = (): void => {
    ctx.asked = around;
  };
  let result: T | undefined;
  try {
    result = work();
    return result instanceof Promise ? (result.finally(end) as T) : result;
  } finally {
    if (!(result instanceof Promise)) end();
  }
}

/** Asks the store all that is open. */
function askAll(
  ctx: RequestContext,
  asked: AskedQuestions,
  queryOf: (question: Question) => PreparedQuery,
): MaybePromise<void> {
  const open = [...asked.open];
  asked.open.clear();
  let waits: Promise<void>[] | undefined;
  for (const [question, tuples] of open) {
    const query = queryOf(question);
    const bound = ctx.transaction?.bind(query, 'share') ?? query;
    const values = { conditions: [[...tuples.values()]], now: ctx.now, limit: tuples.size };
    const settled = then(bound.many(values), ({ rows }) => {
      const answers = asked.answers.get(question) ?? new Map<string, unknown>();
      asked.answers.set(question, answers);
      for (const [at, key] of [...tuples.keys()].entries()) answers.set(key, readAnswer(question, rows[at]!));
    });
    if (settled instanceof Promise) {
      waits ??= [];
      waits.push(settled);
    }
  }
  return waits === undefined ? undefined : Promise.all(waits).then(() => undefined);
}
