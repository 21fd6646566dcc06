import type { Platform } from '../../contracts/platform.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import type { HttpResponse, Incoming, RequestContext } from '../../contracts/request-context.ts';
import type { TraceContext } from '../../contracts/trace.ts';
import type { RequestTracer } from '../../contracts/tracing.ts';
import { createHeadRefusal, type Refusing, refuse } from './error-response.ts';
import type { FailureOf } from './failures.ts';
import type { RequestLogger } from './request-logger.ts';
import type { RequestResult } from './run.ts';
import { readTrace } from './trace.ts';

/** How the requests of one version are refused. */
export interface Declining {
  /** Answers a refusal; a trace is made where none is known. */
  decline(refusal: Refusal, incoming: Incoming, operation?: string, trace?: TraceContext): HttpResponse;
  /** Answers an operation's request that ended in this way. */
  answerTo(ctx: RequestContext, outcome: RequestResult): HttpResponse;
  /** Answers a request that failed before it had an operation; the error is logged. */
  failed(error: unknown, incoming: Incoming): HttpResponse;
  /** Answers a request whose head could not be read, or is not taken, by this status of HTTP. */
  refuseHead(status: number): HttpResponse;
}

/** The dependencies of error responses. */
export interface DecliningParts {
  readonly platform: Platform;
  readonly fail: FailureOf;
  readonly refusing: Refusing;
  readonly requestLogger: RequestLogger | undefined;
  readonly tracer: RequestTracer | undefined;
}

/** Creates what refuses the requests of one version, in its words. */
export function createErrorResponder({ platform, fail, refusing, requestLogger, tracer }: DecliningParts): Declining {
  const traceOf = (incoming: Incoming): TraceContext =>
    tracer?.traceOf(incoming) ?? readTrace(incoming.header('traceparent'), platform);
  const decline = (refusal: Refusal, incoming: Incoming, operation?: string, known?: TraceContext): HttpResponse => {
    const trace = known ?? traceOf(incoming);
    requestLogger?.refused(incoming, trace);
    return refuse(refusing, refusal, incoming, operation, trace.traceId);
  };
  return {
    decline,
    answerTo(ctx, outcome) {
      if (outcome === undefined && ctx.response !== undefined) return ctx.response;
      const whole = outcome?.response;
      if (whole !== undefined) return { ...whole, headers: [...whole.headers] };
      return decline(outcome ?? { condition: 'internal error' }, ctx.incoming, ctx.operation.name, ctx.trace);
    },
    failed(error, incoming) {
      const trace = traceOf(incoming);
      return decline(fail(error, trace), incoming, undefined, trace);
    },
    refuseHead(status) {
      const trace = readTrace(undefined, platform);
      const response = refuse(refusing, createHeadRefusal(status), undefined, undefined, trace.traceId);
      requestLogger?.unread(response, trace);
      return response;
    },
  };
}
