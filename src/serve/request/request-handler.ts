import { isOvertime } from '../../codegen/expressions.ts';
import type { Host } from '../../contracts/platform.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import type { Answer, Incoming } from '../../contracts/request-context.ts';
import { StoreTimedOut } from '../../contracts/store.ts';
import type { Browsers } from '../../parts/endpoints/serve/cors.ts';
import { holds } from '../../parts/limits/serve/bounds.ts';
import { isLocal } from '../http/client-address.ts';
import type { LimitAnswers } from '../limits/answers.ts';
import type { Table, Versions } from '../versions.ts';
import type { Deadlines } from './deadlines.ts';
import type { Declining } from './error-responder.ts';
import type { FailureOf } from './failures.ts';
import type { Opened } from './operation-runner.ts';
import { Request } from './request-context.ts';
import type { Telling } from './request-logger.ts';
import { within } from './request-timeout.ts';
import type { Outcome } from './run.ts';

/** What the requests of a service are answered with. */
export interface AnsweringParts {
  readonly host: Host;
  /** What requests are served by whose version is that of the document. */
  readonly own: Table;
  readonly versions: Versions | undefined;
  readonly browsers: Browsers | undefined;
  readonly declining: Declining;
  readonly fail: FailureOf;
  readonly limits: LimitAnswers;
  readonly deadlines: Deadlines;
  readonly telling: Telling | undefined;
  /** Only this machine is answered. */
  readonly alone: boolean;
  /** Refuses what a page of another origin sends, where that matters. */
  readonly crossSite: ((incoming: Incoming) => Refusal | undefined) | undefined;
  /** Nothing is begun any more. */
  rests(): boolean;
}

const closedOperation: Refusal = { condition: 'unavailable', ceiling: 501 };
const ending: Refusal = { condition: 'unavailable' };
const forbidden: Refusal = { condition: 'not allowed', ceiling: 403 };

type Handle = (incoming: Incoming) => Answer | Promise<Answer>;

/** Makes what answers a request: it finds its version and its operation, runs that, and never throws. */
export function answeringOf(parts: AnsweringParts): Handle {
  const { telling, browsers, versions, declining } = parts;
  const serve = servingOf(parts);
  const safely: Handle = (incoming) => {
    try {
      return serve(incoming);
    } catch (error) {
      return declining.failed(error, incoming);
    }
  };
  const answered: Handle = telling === undefined ? safely : (incoming) => telling.around(incoming, safely);
  if (browsers === undefined && versions === undefined) return answered;
  return (incoming) => {
    const answer = answered(incoming);
    const told = (one: Answer): Answer => {
      const all = versions?.told(incoming, one) ?? one;
      return browsers?.told(incoming, all) ?? all;
    };
    return answer instanceof Promise ? answer.then(told) : told(answer);
  };
}

/** A request from its version and path to its answer. */
function servingOf(parts: AnsweringParts): Handle {
  const { own, versions, declining, limits, host, alone, crossSite, rests, telling, ...rest } = parts;
  const { decline, failed } = declining;
  const run = runningOf({ declining, limits, ...rest });

  const nameless = (incoming: Incoming, answer: Answer): Answer | Promise<Answer> => {
    const counted = limits.nameless(incoming, answer, (refusal) => decline(refusal, incoming));
    return counted instanceof Promise ? counted.catch((error: unknown) => failed(error, incoming)) : counted;
  };

  return (incoming) => {
    if (alone && !isLocal(incoming)) return decline(forbidden, incoming);
    const foreign = crossSite?.(incoming);
    if (foreign !== undefined) return decline(foreign, incoming);
    if (rests()) return decline(ending, incoming);
    const method = incoming.method === 'HEAD' ? 'GET' : incoming.method;
    const turn = versions?.choose(incoming);
    if (turn?.atOnce) return nameless(incoming, decline(turn.refusal!, incoming));
    const { table, incoming: asked } = turn ?? { table: own, incoming };
    let match = table.route(method, asked.path);
    if (match === undefined || !('operation' in match)) {
      const other = table.methods(asked, match);
      if (other instanceof Promise)
        return other.then(
          (one) => nameless(incoming, one),
          (error: unknown) => failed(error, incoming),
        );
      if ('status' in other) return nameless(incoming, other);
      if ('condition' in other) return nameless(incoming, decline(other, incoming));
      match = other;
    }
    const operation = table.operations[match.operation]!;
    if (operation.closed) return nameless(incoming, decline(closedOperation, incoming, operation.name));
    const given = new Request(incoming, table.plan.operations[match.operation]!, match.values, host);
    given.version = turn?.version;
    given.versionRefusal = turn?.refusal;
    telling?.begun(incoming, given);
    return run(given, operation);
  };
}

/** An operation from its first step to its answer: its time is bounded, and what it throws is a refusal. */
function runningOf({
  declining,
  limits,
  deadlines,
  fail,
}: Pick<AnsweringParts, 'declining' | 'limits' | 'deadlines' | 'fail'>): (
  given: Request,
  operation: Opened,
) => Answer | Promise<Answer> {
  const failed = (error: unknown, given: Request, { name, times }: Opened): Refusal =>
    error instanceof StoreTimedOut || isOvertime(error)
      ? times.find((bound) => holds(bound, given))!.value.refusal
      : fail(error, given.traceId, name);
  const finish = (given: Request, outcome: Outcome): Answer => limits.last(given, declining.answerTo(given, outcome));
  const wait = (given: Request, operation: Opened, outcome: Promise<Outcome>): Promise<Answer> =>
    within(deadlines, operation.times, given, outcome).then(
      (done) => finish(given, done),
      (error: unknown) => finish(given, failed(error, given, operation)),
    );
  return (given, operation) => {
    try {
      const outcome = operation.run(given);
      return outcome instanceof Promise ? wait(given, operation, outcome) : finish(given, outcome);
    } catch (error) {
      return finish(given, failed(error, given, operation));
    }
  };
}
