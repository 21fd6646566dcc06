import { isOvertime } from '../../codegen/expressions.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import type { HttpResponse, Incoming } from '../../contracts/request-context.ts';
import { StoreTimeoutError } from '../../contracts/store.ts';
import type { Browsers } from '../../parts/endpoints/serve/cors.ts';
import { holds } from '../../parts/limits/serve/bounds.ts';
import { isLocal } from '../http/client-address.ts';
import type { LimitAnswers } from '../limits/answers.ts';
import type { Table, Versions } from '../versions.ts';
import type { Deadlines } from './deadlines.ts';
import type { Declining } from './error-responder.ts';
import type { FailureOf } from './failures.ts';
import type { Opened } from './operation-runner.ts';
import { ActiveRequest } from './request-context.ts';
import type { RequestLogger } from './request-logger.ts';
import { within } from './request-timeout.ts';
import type { RequestResult } from './run.ts';

/** What the requests of a service are answered with. */
export interface AnsweringParts {
  readonly platform: Platform;
  /** What requests are served by whose version is that of the document. */
  readonly own: Table;
  readonly versions: Versions | undefined;
  readonly browsers: Browsers | undefined;
  readonly declining: Declining;
  readonly fail: FailureOf;
  readonly limits: LimitAnswers;
  readonly deadlines: Deadlines;
  readonly requestLogger: RequestLogger | undefined;
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

type Handle = (incoming: Incoming) => HttpResponse | Promise<HttpResponse>;

/** Makes what answers a request: it finds its version and its operation, runs that, and never throws. */
export function createRequestHandler(parts: AnsweringParts): Handle {
  const { requestLogger, browsers, versions, declining } = parts;
  const serve = servingOf(parts);
  const safely: Handle = (incoming) => {
    try {
      return serve(incoming);
    } catch (error) {
      return declining.failed(error, incoming);
    }
  };
  const answered: Handle = requestLogger === undefined ? safely : (incoming) => requestLogger.around(incoming, safely);
  if (browsers === undefined && versions === undefined) return answered;
  return (incoming) => {
    const answer = answered(incoming);
    const told = (one: HttpResponse): HttpResponse => {
      const all = versions?.told(incoming, one) ?? one;
      return browsers?.told(incoming, all) ?? all;
    };
    return answer instanceof Promise ? answer.then(told) : told(answer);
  };
}

/** A request from its version and path to its answer. */
function servingOf(parts: AnsweringParts): Handle {
  const { own, versions, declining, limits, platform, alone, crossSite, rests, requestLogger, ...rest } = parts;
  const { decline, failed } = declining;
  const run = runningOf({ declining, limits, ...rest });

  const nameless = (incoming: Incoming, response: HttpResponse): HttpResponse | Promise<HttpResponse> => {
    const counted = limits.nameless(incoming, response, (refusal) => decline(refusal, incoming));
    return counted instanceof Promise ? counted.catch((error: unknown) => failed(error, incoming)) : counted;
  };

  return (incoming) => {
    if (alone && !isLocal(incoming)) return decline(forbidden, incoming);
    const foreign = crossSite?.(incoming);
    if (foreign !== undefined) return decline(foreign, incoming);
    if (rests()) return decline(ending, incoming);
    const method = incoming.method === 'HEAD' ? 'GET' : incoming.method;
    const route = versions?.choose(incoming);
    if (route?.atOnce) return nameless(incoming, decline(route.refusal!, incoming));
    const { table, incoming: asked } = route ?? { table: own, incoming };
    let match = table.route(method, asked.path);
    if (match === undefined || !('operation' in match)) {
      const other = table.methods(asked, match);
      if (other instanceof Promise)
        return other.then(
          (response) => nameless(incoming, response),
          (error: unknown) => failed(error, incoming),
        );
      if ('status' in other) return nameless(incoming, other);
      if ('condition' in other) return nameless(incoming, decline(other, incoming));
      match = other;
    }
    const operation = table.operations[match.operation]!;
    if (operation.closed) return nameless(incoming, decline(closedOperation, incoming, operation.name));
    const ctx = new ActiveRequest(incoming, table.plan.operations[match.operation]!, match.values, platform);
    ctx.version = route?.version;
    ctx.versionRefusal = route?.refusal;
    requestLogger?.begun(incoming, ctx);
    return run(ctx, operation);
  };
}

/** An operation from its first step to its answer: its time is bounded, and what it throws is a refusal. */
function runningOf({
  declining,
  limits,
  deadlines,
  fail,
}: Pick<AnsweringParts, 'declining' | 'limits' | 'deadlines' | 'fail'>): (
  ctx: ActiveRequest,
  operation: Opened,
) => HttpResponse | Promise<HttpResponse> {
  const failed = (error: unknown, ctx: ActiveRequest, { name, times }: Opened): Refusal =>
    error instanceof StoreTimeoutError || isOvertime(error)
      ? times.find((bound) => holds(bound, ctx))!.value.refusal
      : fail(error, ctx.traceId, name);
  const finish = (ctx: ActiveRequest, outcome: RequestResult): HttpResponse =>
    limits.last(ctx, declining.answerTo(ctx, outcome));
  const wait = (ctx: ActiveRequest, operation: Opened, outcome: Promise<RequestResult>): Promise<HttpResponse> =>
    within(deadlines, operation.times, ctx, outcome).then(
      (done) => finish(ctx, done),
      (error: unknown) => finish(ctx, failed(error, ctx, operation)),
    );
  return (ctx, operation) => {
    try {
      const outcome = operation.run(ctx);
      return outcome instanceof Promise ? wait(ctx, operation, outcome) : finish(ctx, outcome);
    } catch (error) {
      return finish(ctx, failed(error, ctx, operation));
    }
  };
}
