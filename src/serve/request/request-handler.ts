import { isOvertime } from '../../codegen/expressions.ts';
import { then } from '../../contracts/maybe-promise.ts';
import type { RequestMeter } from '../../contracts/meters.ts';
import type { MaybePromise } from '../../contracts/record.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import type { HttpResponse, Incoming } from '../../contracts/request-context.ts';
import { StoreTimeoutError } from '../../contracts/store.ts';
import type { Browsers } from '../../parts/endpoints/serve/cors.ts';
import { holds } from '../../parts/limits/serve/bounds.ts';
import { isLocal } from '../http/client-address.ts';
import type { ForeignChecks } from '../http/foreign-checks.ts';
import { createMisdirected } from '../http/host-check.ts';
import type { LimitAnswers } from '../limits/answers.ts';
import { UploadIncoming } from '../uploads/incoming.ts';
import { type FindUpload, uploadMethods, withTusVersion } from '../uploads/route.ts';
import type { ChooseVersion, Table, VersionRoute } from '../versions.ts';
import type { Deadlines } from './deadlines.ts';
import type { Declining, DecliningParts } from './error-responder.ts';
import type { Opened } from './operation-runner.ts';
import { ActiveRequest } from './request-context.ts';
import { enforceTimeouts } from './request-timeout.ts';
import type { RequestResult } from './run.ts';

/** The dependencies of the request handler. */
export interface AnsweringParts extends Omit<DecliningParts, 'refusing'>, ForeignChecks {
  /** Serves requests in the version that the document states, and those whose version is not known. */
  readonly own: Table;
  readonly chooseVersion: ChooseVersion;
  readonly browsers: Browsers | undefined;
  readonly limits: LimitAnswers;
  readonly deadlines: Deadlines;
  /** Only this machine is answered. */
  readonly alone: boolean;
  /** Counts requests without an operation; undefined without metrics. */
  readonly unnamed: RequestMeter | undefined;
  /** Nothing is begun any more. */
  rests(): boolean;
}

const closedOperation: Refusal = { condition: 'unavailable', plainStatus: 501 };
const ending: Refusal = { condition: 'unavailable' };
const forbidden: Refusal = { condition: 'forbidden', plainStatus: 403 };

type Handle = (incoming: Incoming) => MaybePromise<HttpResponse>;

/** Creates the handler of requests: it chooses the version of a request, finds and runs its operation, and never throws. */
export function createRequestHandler(parts: AnsweringParts): Handle {
  const { requestLogger, tracer, browsers, own } = parts;
  const serve = createHandle(parts);
  const safely: Handle = (incoming) => {
    try {
      return serve(incoming);
    } catch (error) {
      return own.errors.failed(error, incoming);
    }
  };
  const logged: Handle = requestLogger === undefined ? safely : (incoming) => requestLogger.around(incoming, safely);
  const answered: Handle = tracer === undefined ? logged : (incoming) => tracer.around(incoming, logged);
  if (browsers === undefined) return answered;
  return (incoming) => then(answered(incoming), (response) => browsers.told(incoming, response));
}

/** Serves a request in its version, unless it is refused whatever it asks for. */
function createHandle(parts: AnsweringParts): Handle {
  const { own, chooseVersion, alone, crossSite, namesOther, rests, unnamed } = parts;
  const serve = routingOf(parts);
  const safely = (incoming: Incoming, route: VersionRoute): MaybePromise<HttpResponse> => {
    try {
      return serve(incoming, route);
    } catch (error) {
      return route.table.errors.failed(error, incoming);
    }
  };
  const counted = (response: HttpResponse): HttpResponse => {
    unnamed?.count(response, 0);
    return response;
  };
  const decline = (refusal: Refusal, incoming: Incoming): HttpResponse =>
    counted(own.errors.decline(refusal, incoming));
  return (incoming) => {
    if (alone && !isLocal(incoming)) return decline(forbidden, incoming);
    if (namesOther?.(incoming) === true) return counted(createMisdirected());
    const foreign = crossSite?.(incoming);
    if (foreign !== undefined) return decline(foreign, incoming);
    if (rests()) return decline(ending, incoming);
    const route = chooseVersion(incoming);
    const { addHeaders } = route;
    const response = safely(incoming, route);
    return addHeaders === undefined ? response : then(response, (shaped) => addHeaders(route.incoming, shaped));
  };
}

type Serve = (incoming: Incoming, route: VersionRoute) => MaybePromise<HttpResponse>;

/** Serves a request in a version, from its path to its response. */
function routingOf(parts: AnsweringParts): Serve {
  const { limits, platform, requestLogger, tracer, unnamed } = parts;
  const run = createOperationRunner(parts);

  const nameless = (
    incoming: Incoming,
    { decline, failed }: Declining,
    write: () => MaybePromise<HttpResponse | Refusal>,
    meter = unnamed,
  ): MaybePromise<HttpResponse> => {
    const began = performance.now();
    const refuse = (refusal: Refusal): HttpResponse => decline(refusal, incoming);
    const answer = (): MaybePromise<HttpResponse> =>
      then(write(), (result) => ('status' in result ? result : refuse(result)));
    const counted = limits.nameless(incoming, answer, refuse);
    const safe = counted instanceof Promise ? counted.catch((error: unknown) => failed(error, incoming)) : counted;
    if (meter === undefined) return safe;
    return then(safe, (answered) => {
      meter.count(answered, performance.now() - began);
      return answered;
    });
  };

  const serveUpload = (
    incoming: Incoming,
    table: Table,
    version: VersionRoute['version'],
    match: NonNullable<ReturnType<FindUpload>>,
  ): MaybePromise<HttpResponse> => {
    const { errors } = table;
    const operation = table.operations.at(match.operation)!;
    const { upload } = operation;
    if (operation.closed || upload === undefined) {
      const decline = (): HttpResponse => errors.decline(closedOperation, incoming, operation.name);
      return nameless(incoming, errors, decline, operation.meter);
    }
    const plan = table.plan.operations[match.operation]!;
    const ctx = new ActiveRequest(new UploadIncoming(incoming, plan), plan, match.values, platform);
    ctx.version = version;
    requestLogger?.begun(incoming, ctx);
    tracer?.begun(incoming, ctx);
    return run(ctx, { ...operation, run: upload }, errors);
  };

  return (incoming, { table, version, incoming: asked, refusedPath }) => {
    const { errors } = table;
    const refused = refusedPath ? version?.refusal : undefined;
    if (refused !== undefined) return nameless(incoming, errors, () => refused);
    const { uploads } = table;
    const resumes = uploads !== undefined && incoming.header('tus-resumable') !== undefined;
    const uploading = resumes ? uploads(asked.path) : undefined;
    if (uploading !== undefined && uploadMethods.includes(incoming.method))
      return then(serveUpload(incoming, table, version, uploading), withTusVersion);
    const method = incoming.method === 'HEAD' ? 'GET' : incoming.method;
    let match = table.route(method, asked.path);
    if (match === undefined || !('operation' in match)) {
      const other = table.methods(asked, match, version?.refusal);
      if (!('values' in other)) return nameless(incoming, errors, other);
      match = other;
    }
    const operation = table.operations.at(match.operation)!;
    if (operation.closed) {
      const decline = (): HttpResponse => errors.decline(closedOperation, incoming, operation.name);
      return nameless(incoming, errors, decline, operation.meter);
    }
    const ctx = new ActiveRequest(incoming, table.plan.operations[match.operation]!, match.values, platform);
    ctx.version = version;
    requestLogger?.begun(incoming, ctx);
    tracer?.begun(incoming, ctx);
    return run(ctx, operation, errors);
  };
}

/** An operation from its first step to its answer: its time is bounded, and what it throws is a refusal. */
function createOperationRunner({
  limits,
  deadlines,
  fail,
  unnamed,
}: Pick<AnsweringParts, 'limits' | 'deadlines' | 'fail' | 'unnamed'>): (
  ctx: ActiveRequest,
  operation: Opened,
  errors: Declining,
) => MaybePromise<HttpResponse> {
  const failed = (error: unknown, ctx: ActiveRequest, { name, times }: Opened): Refusal =>
    error instanceof StoreTimeoutError || isOvertime(error)
      ? times.find((bound) => holds(bound, ctx))!.value.refusal
      : fail(error, ctx.trace, name);
  type Finish = (ctx: ActiveRequest, errors: Declining, result: RequestResult, operation: Opened) => HttpResponse;
  const respond: Finish = (ctx, { answerTo }, result) => limits.last(ctx, answerTo(ctx, result));
  const respondAndCount: Finish = (ctx, errors, result, operation) => {
    const response = respond(ctx, errors, result, operation);
    operation.meter?.count(response, performance.now() - ctx.begun);
    return response;
  };
  const finish = unnamed === undefined ? respond : respondAndCount;
  return (ctx, operation, errors) => {
    try {
      const result = operation.run(ctx);
      if (!(result instanceof Promise)) return finish(ctx, errors, result, operation);
      return enforceTimeouts(deadlines, operation.times, ctx, result).then(
        (done) => finish(ctx, errors, done, operation),
        (error: unknown) => finish(ctx, errors, failed(error, ctx, operation), operation),
      );
    } catch (error) {
      return finish(ctx, errors, failed(error, ctx, operation), operation);
    }
  };
}
