import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  type Context,
  type ContextManager,
  context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  type SpanOptions,
  type SpanStatus,
  TraceFlags,
  type Tracer,
  type TracerProvider,
  trace,
} from '@opentelemetry/api';

/** A span as an exporter would see it. */
export interface SeenSpan {
  name: string;
  readonly kind: SpanKind;
  readonly attributes: Attributes;
  readonly of: SpanContext;
  readonly parent: SpanContext | undefined;
  status: SpanStatus | undefined;
  ended: boolean;
}

const hex = (digits: number): string =>
  Array.from({ length: digits }, () => Math.floor(Math.random() * 16).toString(16))
    .join('')
    .replace(/^0/, '1');

/** Keeps the context over promises and timers, as the SDK for Node.js does. */
class LocalContexts implements ContextManager {
  readonly #storage = new AsyncLocalStorage<Context>();
  active = (): Context => this.#storage.getStore() ?? ROOT_CONTEXT;
  with: ContextManager['with'] = (active, work, thisArg, ...args) =>
    this.#storage.run(active, () => work.call(thisArg as ThisParameterType<typeof work>, ...args));
  bind: ContextManager['bind'] = (_, target) => target;
  enable = (): this => this;
  disable = (): this => this;
}

function startSpan(
  seen: SeenSpan[],
  name: string,
  { kind = SpanKind.INTERNAL, attributes = {} }: SpanOptions,
  at: Context,
): Span {
  const parent = trace.getSpanContext(at);
  const of = { traceId: parent?.traceId ?? hex(32), spanId: hex(16), traceFlags: TraceFlags.SAMPLED };
  const data: SeenSpan = { name, kind, attributes: { ...attributes }, of, parent, status: undefined, ended: false };
  seen.push(data);
  const span: Span = {
    spanContext: () => of,
    setAttribute(key, value) {
      data.attributes[key] = value;
      return span;
    },
    setAttributes(more) {
      Object.assign(data.attributes, more);
      return span;
    },
    addEvent: () => span,
    addLink: () => span,
    addLinks: () => span,
    setStatus(status) {
      data.status = status;
      return span;
    },
    updateName(changed) {
      data.name = changed;
      return span;
    },
    end() {
      data.ended = true;
    },
    isRecording: () => true,
    recordException: () => undefined,
  };
  return span;
}

/** Registers an SDK that keeps its spans; `end` removes it. */
export function registerSdk(): { readonly spans: SeenSpan[]; end(): void } {
  const spans: SeenSpan[] = [];
  const tracer: Tracer = {
    startSpan: (name, options = {}, at = context.active()) => startSpan(spans, name, options, at),
    startActiveSpan: () => {
      throw new Error('not needed');
    },
  };
  const provider: TracerProvider = { getTracer: () => tracer };
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new LocalContexts());
  return {
    spans,
    end() {
      trace.disable();
      context.disable();
    },
  };
}
