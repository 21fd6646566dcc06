import type { Platform } from '../../contracts/platform.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import type { HttpResponse, Incoming } from '../../contracts/request-context.ts';
import { createHeadRefusal, type Refusing, refuse } from './error-response.ts';
import type { FailureOf } from './failures.ts';
import type { ActiveRequest } from './request-context.ts';
import type { RequestLogger } from './request-logger.ts';
import type { RequestResult } from './run.ts';
import { readTraceId } from './trace.ts';

/** How the requests of one version are refused. */
export interface Declining {
  /** Answers a refusal; a trace id is made where none is known. */
  decline(refusal: Refusal, incoming: Incoming, operation?: string, traceId?: string): HttpResponse;
  /** Answers an operation's request that ended in this way. */
  answerTo(ctx: ActiveRequest, outcome: RequestResult): HttpResponse;
  /** Answers a request that failed before it had an operation; the error is logged. */
  failed(error: unknown, incoming: Incoming): HttpResponse;
  /** Answers a request whose head could not be read, or is not taken, by this status of HTTP. */
  refuseHead(status: number): HttpResponse;
}

/** What refuses requests needs. */
export interface DecliningParts {
  readonly platform: Platform;
  readonly fail: FailureOf;
  readonly refusing: Refusing;
  readonly requestLogger: RequestLogger | undefined;
}

/** Creates what refuses the requests of one version, in its words. */
export function createErrorResponder({ platform, fail, refusing, requestLogger }: DecliningParts): Declining {
  const decline = (refusal: Refusal, incoming: Incoming, operation?: string, known?: string): HttpResponse => {
    const traceId = known ?? readTraceId(incoming.header('traceparent'), platform);
    requestLogger?.refused(incoming, traceId);
    return refuse(refusing, refusal, incoming, operation, traceId);
  };
  return {
    decline,
    answerTo(ctx, outcome) {
      if (outcome === undefined && ctx.response !== undefined) return ctx.response;
      const whole = outcome?.response;
      if (whole !== undefined) return { ...whole, headers: [...whole.headers] };
      return decline(outcome ?? { condition: 'internal error' }, ctx.incoming, ctx.operation.name, ctx.traceId);
    },
    failed(error, incoming) {
      const traceId = readTraceId(incoming.header('traceparent'), platform);
      return decline(fail(error, traceId), incoming, undefined, traceId);
    },
    refuseHead(status) {
      const traceId = readTraceId(undefined, platform);
      const response = refuse(refusing, createHeadRefusal(status), undefined, undefined, traceId);
      requestLogger?.unread(response, traceId);
      return response;
    },
  };
}
