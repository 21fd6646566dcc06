import type { Context, Span, Tracer } from '@opentelemetry/api';
import { then } from '../contracts/maybe-promise.ts';
import type { CodeOwner, Platform } from '../contracts/platform.ts';
import type { HttpResponse, Incoming } from '../contracts/request-context.ts';
import type { Store } from '../contracts/store.ts';
import type { TraceContext } from '../contracts/trace.ts';
import type { RequestTracer } from '../contracts/tracing.ts';
import { parseTraceparent } from './request/trace.ts';
import { createSpanRunner } from './tracing/spans.ts';

type Api = typeof import('@opentelemetry/api');

/** The tracing of a service by OpenTelemetry. */
export interface Tracing {
  readonly tracer: RequestTracer;
  /** Wraps a store: each write transaction of a request is a span. */
  traceStore(store: Store): Store;
  /** Wraps a platform: each run of a handler or hook is a span. */
  tracePlatform(platform: Platform): Platform;
}

/** Where packages of OpenTelemetry register what they share. */
const registered = Symbol.for('opentelemetry.js.api.1');

/** Returns whether the program has registered an OpenTelemetry SDK. */
export function hasTracerProvider(): boolean {
  return (globalThis as { readonly [registered]?: { readonly trace?: unknown } })[registered]?.trace !== undefined;
}

/** Loads `@opentelemetry/api`. Rejects with an error that names the package if it is not installed. */
export async function openTracing(): Promise<Tracing> {
  let api: Api;
  try {
    api = await import('@opentelemetry/api');
  } catch (error) {
    throw new Error(
      'Tracing needs the package @opentelemetry/api. To install it, run: npm install @opentelemetry/api',
      {
        cause: error,
      },
    );
  }
  return createTracing(api);
}

interface Traced {
  readonly span: Span;
  readonly context: Context;
  readonly trace: TraceContext | undefined;
}

function createTracing(api: Api): Tracing {
  const { context, trace, SpanKind, SpanStatusCode } = api;
  const tracer: Tracer = trace.getTracer('nonet');
  const requests = new WeakMap<Incoming, Traced>();
  const run = createSpanRunner(api, tracer);

  const begin = (incoming: Incoming): Traced => {
    const active = context.active();
    const instrumented = trace.getSpan(active) !== undefined;
    const parent = instrumented ? active : continueTrace(api, active, incoming);
    const method = incoming.method;
    const kind = instrumented ? SpanKind.INTERNAL : SpanKind.SERVER;
    const span = tracer.startSpan(method, { kind, attributes: { 'http.request.method': method } }, parent);
    return { span, context: trace.setSpan(parent, span), trace: readSpan(api, span) };
  };
  const end = ({ span }: Traced, { status, refused }: HttpResponse): void => {
    span.setAttribute('http.response.status_code', status);
    if (refused?.code !== undefined) span.setAttribute('nonet.code', refused.code);
    if (status >= 500) {
      span.setAttribute('error.type', refused?.code ?? String(status));
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end();
  };
  return {
    tracer: {
      around(incoming, work) {
        const traced = begin(incoming);
        requests.set(incoming, traced);
        return then(
          context.with(traced.context, () => work(incoming)),
          (response) => {
            end(traced, response);
            return response;
          },
        );
      },
      begun(incoming, ctx) {
        const traced = requests.get(incoming);
        if (traced === undefined) return;
        const { name, path } = ctx.operation;
        traced.span.updateName(`${incoming.method} ${path}`);
        traced.span.setAttributes({ 'http.route': path, 'nonet.operation': name });
        if (traced.trace !== undefined) ctx.trace = traced.trace;
      },
      traceOf: (incoming) => requests.get(incoming)?.trace,
    },
    traceStore: (store) => ({
      ...store,
      write(work, how) {
        if (trace.getActiveSpan() === undefined) return store.write(work, how);
        // A store runs the work of several requests in one turn: each in the context of its own.
        return run('store write', (inside) =>
          store.write((transaction) => context.with(inside, () => work(transaction)), how),
        );
      },
    }),
    tracePlatform(platform) {
      const { owned = <T>(_: CodeOwner, work: () => T): T => work() } = platform;
      return { ...platform, owned: (owner, work) => run(owner.what, () => owned(owner, work)) };
    },
  };
}

/** Returns a context below the span of the client that sent the request, where its header names one. */
function continueTrace({ trace }: Api, active: Context, incoming: Incoming): Context {
  const parent = parseTraceparent(incoming.header('traceparent'));
  if (parent === undefined) return active;
  const { traceId, spanId, flags } = parent;
  return trace.setSpanContext(active, { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true });
}

/** Returns the trace of a span; undefined where nothing records spans and the client sent none. */
function readSpan({ isSpanContextValid }: Api, span: Span): TraceContext | undefined {
  const found = span.spanContext();
  if (!isSpanContextValid(found)) return undefined;
  const { traceId, spanId, traceFlags } = found;
  return { traceId, spanId, flags: traceFlags.toString(16).padStart(2, '0') };
}
