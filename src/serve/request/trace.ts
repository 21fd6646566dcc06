import type { Platform } from '../../contracts/platform.ts';
import type { TraceContext } from '../../contracts/trace.ts';

const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const zeros = /^0+$/;
const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Reads a `traceparent` (W3C Trace Context); undefined if it is not valid. */
export function parseTraceparent(traceparent: string | undefined): Required<TraceContext> | undefined {
  const found = traceparent === undefined ? null : form.exec(traceparent);
  if (found === null) return undefined;
  const [, version, traceId, spanId, flags, rest] = found;
  const known = version !== 'ff' && (version !== '00' || rest === undefined);
  if (!known || zeros.test(traceId!) || zeros.test(spanId!)) return undefined;
  return { traceId: traceId!, spanId: spanId!, flags: flags! };
}

/** Returns the trace of a request: that of a valid `traceparent`, else a new random one without a span. */
export function readTrace(traceparent: string | undefined, platform: Platform): TraceContext {
  const found = parseTraceparent(traceparent);
  if (found !== undefined) return found;
  let traceId = '';
  const bytes = platform.random(16);
  for (let i = 0; i < bytes.length; i++) traceId += hex[bytes[i]!];
  return { traceId };
}

/** Returns the `traceparent` that continues a trace; undefined for a trace without a span. */
export function formatTraceparent({ traceId, spanId, flags }: TraceContext): string | undefined {
  return spanId === undefined ? undefined : `00-${traceId}-${spanId}-${flags}`;
}

/** Returns a trace as logs name it. */
export function toLogFacts({ traceId, spanId }: TraceContext): {
  readonly trace_id: string;
  readonly span_id?: string;
} {
  return spanId === undefined ? { trace_id: traceId } : { trace_id: traceId, span_id: spanId };
}
