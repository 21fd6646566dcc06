import type { MaybePromise } from './record.ts';
import type { HttpResponse, Incoming, RequestContext } from './request-context.ts';
import type { TraceContext } from './trace.ts';

/** Records a span for each request. */
export interface RequestTracer {
  /** Runs a request in its span, which ends with the response. */
  around(incoming: Incoming, work: (incoming: Incoming) => MaybePromise<HttpResponse>): MaybePromise<HttpResponse>;
  /** A request found its operation: its span is named after it, and its context gets the trace of the span. */
  begun(incoming: Incoming, ctx: RequestContext & { trace: TraceContext }): void;
  /** Returns the trace of the span of a request; undefined if it has none. */
  traceOf(incoming: Incoming): TraceContext | undefined;
}
