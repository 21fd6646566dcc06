import type { Platform } from '../../contracts/platform.ts';
import type { HttpResponse, Incoming } from '../../contracts/request-context.ts';
import type { TraceContext } from '../../contracts/trace.ts';
import { memo } from '../../text/memo.ts';
import type { ActiveRequest } from './request-context.ts';
import { readTrace, toLogFacts } from './trace.ts';

/** Logs each request: its method, operation, status, time, trace and caller, and nothing else that the client sent. */
export interface RequestLogger {
  /** A request found its operation. */
  begun(incoming: Incoming, ctx: ActiveRequest): void;
  /** A request is refused in a trace. */
  refused(incoming: Incoming, trace: TraceContext): void;
  /** Runs a request's work and logs the request when it is answered. */
  around(
    incoming: Incoming,
    work: (incoming: Incoming) => HttpResponse | Promise<HttpResponse>,
  ): HttpResponse | Promise<HttpResponse>;
  /** Logs a request whose head could not be read. */
  unread(response: HttpResponse, trace: TraceContext): void;
}

interface Known {
  ctx?: ActiveRequest;
  trace?: TraceContext;
}

/** Creates the log of requests; undefined if the platform's log does not take requests. */
export function createRequestLogger(platform: Platform): RequestLogger | undefined {
  const { log } = platform;
  if (log.request === undefined) return undefined;
  const knownOf = memo((_incoming: Incoming): Known => ({}));
  const tell = (incoming: Incoming, { status }: HttpResponse, began: number): void => {
    const { ctx, trace } = knownOf(incoming);
    const { id, credential } = ctx?.caller ?? {};
    log.request?.({
      method: incoming.method,
      ...(ctx === undefined ? {} : { operation: ctx.operation.name }),
      status,
      milliseconds: Math.round((performance.now() - began) * 1000) / 1000,
      ...toLogFacts(ctx?.trace ?? trace ?? readTrace(incoming.header('traceparent'), platform)),
      ...(id === undefined ? {} : { caller: id, credential }),
    });
  };
  return {
    begun(incoming, ctx) {
      knownOf(incoming).ctx = ctx;
    },
    refused(incoming, trace) {
      knownOf(incoming).trace = trace;
    },
    around(incoming, work) {
      const began = performance.now();
      const answer = work(incoming);
      if (answer instanceof Promise) {
        return answer.then((response) => {
          tell(incoming, response, began);
          return response;
        });
      }
      tell(incoming, answer, began);
      return answer;
    },
    unread: ({ status }, trace) => log.request?.({ status, ...toLogFacts(trace) }),
  };
}
