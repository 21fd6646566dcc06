import { AnswerFailure } from '../../codegen/answers/runtime.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import { StoreOverloadedError, StoreUnavailableError, TransactionIdleError } from '../../contracts/store.ts';
import { IssuerUnavailableError } from '../../contracts/tokens.ts';
import { Unawaited } from '../handlers/run.ts';
import { readStack } from './thrown.ts';

/** Gives the refusal of what was thrown, and logs it with the trace id of its request. */
export type FailureOf = (error: unknown, traceId: string, operation?: string) => Refusal;

/** While the store is away it is logged so often, in milliseconds, however many requests it refuses. */
const outageEvery = 10_000;

/** Makes what a thrown error is to its caller. */
export function createFailureReader(platform: Platform): FailureOf {
  const outage = createOutageLogger(platform);
  return (error, traceId, operation) => {
    // The store logs it, once for many requests.
    if (error instanceof StoreOverloadedError) return { condition: 'unavailable' };
    if (error instanceof StoreUnavailableError) {
      outage(error, traceId);
      return { condition: 'unavailable' };
    }
    if (error instanceof IssuerUnavailableError) {
      platform.log.warn({ traceId }, `failed to verify a token: ${error.message}`);
      return { condition: 'unavailable' };
    }
    if (error instanceof TransactionIdleError) {
      const why = 'awaited something other than its store inside the transaction: move it to `before`';
      platform.log.error({ traceId }, `the handler of ${operation} ${why}`);
      return { condition: 'internal error' };
    }
    if (error instanceof Unawaited) {
      platform.log.error({ traceId }, error.message);
      return { condition: 'internal error' };
    }
    if (error instanceof AnswerFailure) {
      platform.log.error({ traceId }, `failed to build the response of ${operation}: ${error.message}`);
      return { condition: error.beyondBudget ? 'unavailable' : 'internal error' };
    }
    platform.log.error({ traceId, error: readStack(error) }, 'a request failed');
    return { condition: 'internal error' };
  };
}

/** Logs an outage when it begins, and then now and again, with the number of requests that were refused since the last line. */
function createOutageLogger({ log }: Platform): (error: Error, traceId: string) => void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  let refused = 0;
  return ({ message }, traceId) => {
    refused++;
    const now = performance.now();
    if (now - loggedAt < outageEvery) return;
    log.error({ traceId, error: message, requests: refused }, 'the store could not be reached');
    loggedAt = now;
    refused = 0;
  };
}
