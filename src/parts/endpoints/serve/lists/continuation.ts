import type { OperationContext } from '../../../../contracts/operation-context.ts';
import type { PageRequest, RequestContext } from '../../../../contracts/request-context.ts';
import {
  type PreparedQuery,
  type QueryValues,
  StoreOverloadedError,
  StoreTimeoutError,
} from '../../../../contracts/store.ts';
import type { Bits } from '../../../../plan/sets/bitset.ts';

/** Finds the query of a page. `use`: it counts all records, or continues an empty page; both are slow reads. */
export type PageQueries = (
  page: PageRequest,
  few: readonly number[] | undefined,
  grants: Bits,
  use?: 'counts' | 'continues',
) => PreparedQuery;

/** The rows of a page, and the values after which it stopped at the reading bound. */
export type PageResult = Awaited<ReturnType<PreparedQuery['many']>>;

/** Whether no record passed the tests before the reading bound, and more records follow. */
export function isEmptyAtBound({ rows, next }: PageResult): boolean {
  return rows.length === 0 && next !== undefined;
}

/** Returns the milliseconds after which a request of an operation ends, at most. */
export function readTimeout({ operation, serverLimits }: OperationContext): number {
  return Math.min(operation.timeout?.milliseconds ?? Number.POSITIVE_INFINITY, serverLimits.maxRequestTime);
}

/** Continues an empty page until a record is found, the list ends, or half of the request's time is over. */
export function createContinuation(
  op: OperationContext,
  queryFor: PageQueries,
): (
  ctx: RequestContext,
  few: readonly number[] | undefined,
  values: QueryValues,
  empty: PageResult,
) => Promise<PageResult> {
  const half = readTimeout(op) / 2;
  return async (ctx, few, values, empty) => {
    const until = ctx.now + half;
    let found = empty;
    try {
      while (isEmptyAtBound(found) && op.platform.now() < until) {
        const query = queryFor({ ...ctx.page!, after: found.next }, few, ctx.grants, 'continues');
        found = await query.many({ ...values, after: found.next! });
      }
    } catch (error) {
      // The empty page is an answer: its cursor continues after all records that were read.
      if (!(error instanceof StoreTimeoutError || error instanceof StoreOverloadedError)) throw error;
    }
    return found;
  };
}
