import { AnswerFailure } from '../../codegen/answers/runtime.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import { StoreOverloadedError, StoreUnavailableError, TransactionIdleError } from '../../contracts/store.ts';
import { IssuerUnavailableError } from '../../contracts/tokens.ts';
import type { TraceContext } from '../../contracts/trace.ts';
import { Unawaited } from '../handlers/run.ts';
import { readStack } from './thrown.ts';
import { toLogFacts } from './trace.ts';

/** Gives the refusal of what was thrown, and logs it with the trace of its request. */
export type FailureOf = (error: unknown, trace: TraceContext, operation?: string) => Refusal;

/** While the store is away it is logged so often, in milliseconds, however many requests it refuses. */
const outageEvery = 10_000;

/** Makes what a thrown error is to its caller. */
export function createFailureReader(platform: Platform): FailureOf {
  const outage = createOutageLogger(platform);
  return (error, trace, operation) => {
    // The store logs it, once for many requests.
    if (error instanceof StoreOverloadedError) return { condition: 'unavailable' };
    if (error instanceof StoreUnavailableError) {
      outage(error, trace);
      return { condition: 'unavailable' };
    }
    if (error instanceof IssuerUnavailableError) {
      platform.log.warn(toLogFacts(trace), `failed to verify a token: ${error.message}`);
      return { condition: 'unavailable' };
    }
    if (error instanceof TransactionIdleError) {
      platform.log.error(toLogFacts(trace), `the handler of ${operation} ${error.message}`);
      return { condition: 'internal error' };
    }
    if (error instanceof Unawaited) {
      platform.log.error(toLogFacts(trace), error.message);
      return { condition: 'internal error' };
    }
    if (error instanceof AnswerFailure) {
      platform.log.error(toLogFacts(trace), `failed to build the response of ${operation}: ${error.message}`);
      return { condition: error.beyondBudget ? 'unavailable' : 'internal error' };
    }
    platform.log.error({ ...toLogFacts(trace), error: readStack(error) }, 'a request failed');
    return { condition: 'internal error' };
  };
}

/** Logs an outage when it begins, and then now and again, with the number of requests that were refused since the last line. */
function createOutageLogger({ log }: Platform): (error: Error, trace: TraceContext) => void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  let refused = 0;
  return ({ message }, trace) => {
    refused++;
    const now = performance.now();
    if (now - loggedAt < outageEvery) return;
    log.error({ ...toLogFacts(trace), error: message, requests: refused }, 'the store could not be reached');
    loggedAt = now;
    refused = 0;
  };
}
