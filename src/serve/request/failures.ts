import { AnswerFailure } from '../../codegen/answers/runtime.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import { IssuerUnavailableError } from '../../contracts/sessions/tokens.ts';
import {
  StoreConflictError,
  StoreOverloadedError,
  StoreUnavailableError,
  TransactionIdleError,
} from '../../contracts/store.ts';
import type { TraceContext } from '../../contracts/trace.ts';
import { Unawaited } from '../handlers/run.ts';
import { readStack } from './thrown.ts';
import { toLogFacts } from './trace.ts';

/** Gives the refusal of what was thrown, and logs it with the trace of its request. */
export type FailureOf = (error: unknown, trace: TraceContext, operation?: string) => Refusal;

/** A cause that refuses many requests is logged so often, in milliseconds. */
const loggedEvery = 10_000;

/** Makes what a thrown error is to its caller. */
export function createFailureReader(platform: Platform): FailureOf {
  const { log } = platform;
  const outage = createRepeatedLogger((facts) => log.error(facts, 'the store could not be reached'));
  const conflict = createRepeatedLogger((facts) =>
    log.warn(facts, 'requests conflicted with others until their time was over'),
  );
  const unverified = createRepeatedLogger((facts) => log.warn(facts, 'failed to verify tokens'));
  return (error, trace, operation) => {
    // The store logs it, once for many requests.
    if (error instanceof StoreOverloadedError) return { condition: 'unavailable' };
    if (error instanceof StoreConflictError) {
      conflict(error, trace);
      return { condition: 'unavailable' };
    }
    if (error instanceof StoreUnavailableError) {
      outage(error, trace);
      return { condition: 'unavailable' };
    }
    if (error instanceof IssuerUnavailableError) {
      unverified(error, trace);
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
    // Records that are embedded many times can make a response longer than a string may be.
    if (error instanceof RangeError && error.message === 'Invalid string length') {
      platform.log.error(toLogFacts(trace), `failed to build the response of ${operation}: it is too long`);
      return { condition: 'unavailable' };
    }
    platform.log.error({ ...toLogFacts(trace), error: readStack(error) }, 'a request failed');
    return { condition: 'internal error' };
  };
}

/** Logs a cause when it begins, and then now and again, with the number of requests that were refused since the last line. */
function createRepeatedLogger(log: (facts: object) => void): (error: Error, trace: TraceContext) => void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  let refused = 0;
  return ({ message }, trace) => {
    refused++;
    const now = performance.now();
    if (now - loggedAt < loggedEvery) return;
    log({ ...toLogFacts(trace), error: message, requests: refused });
    loggedAt = now;
    refused = 0;
  };
}
