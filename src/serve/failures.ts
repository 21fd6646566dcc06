import type { Host } from '../steps/host.ts';
import type { Refusal } from '../steps/refusal.ts';
import { AwaitedElsewhere, StoreUnavailable } from '../steps/store.ts';
import { IssuerUnavailable } from '../steps/tokens.ts';

/** What a thrown error is to the caller; it is logged with its trace id. */
export function failureOf(host: Host): (error: unknown, traceId: string, operation?: string) => Refusal {
  return (error, traceId, operation) => {
    const facts = { traceId, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    if (error instanceof StoreUnavailable) {
      host.log.error(facts, 'the store could not be reached');
      return { condition: 'unavailable' };
    }
    if (error instanceof IssuerUnavailable) {
      host.log.warn({ traceId }, `a token could not be checked: ${error.message}`);
      return { condition: 'unavailable' };
    }
    if (error instanceof AwaitedElsewhere) {
      const why = 'awaited something other than its store inside the transaction: move it to `before`';
      host.log.error({ traceId }, `the handler of ${operation} ${why}`);
      return { condition: 'internal failure' };
    }
    host.log.error(facts, 'a request failed');
    return { condition: 'internal failure' };
  };
}
