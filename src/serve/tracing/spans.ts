import type { Context, Tracer } from '@opentelemetry/api';
import { isPromise } from '../../contracts/maybe-promise.ts';

type Api = typeof import('@opentelemetry/api');

/** Runs work in a span of its own below the active one; the span ends with the work. */
export type RunInSpan = <T>(name: string, work: (inside: Context) => T) => T;

/** Creates what runs work in spans. */
export function createSpanRunner({ context, trace, SpanStatusCode }: Api, tracer: Tracer): RunInSpan {
  return (name, work) => {
    const span = tracer.startSpan(name);
    const inside = trace.setSpan(context.active(), span);
    const failed = (error: unknown): void => {
      // The message of an error may hold what a client sent.
      span.setAttribute('error.type', error instanceof Error ? error.name : 'Error');
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    };
    try {
      const result = context.with(inside, () => work(inside));
      if (!isPromise(result)) span.end();
      else
        result.then(
          () => span.end(),
          (error: unknown) => failed(error),
        );
      return result;
    } catch (error) {
      failed(error);
      throw error;
    }
  };
}
