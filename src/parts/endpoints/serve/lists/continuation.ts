import type { OperationContext } from '../../../../contracts/operation-context.ts';
import type { PageRequest, RequestContext } from '../../../../contracts/request-context.ts';
import { type PreparedQuery, type QueryValues, StoreTimeoutError } from '../../../../contracts/store.ts';

/** Finds the query of a page. `use`: it reads all records, to count them or for figures, or continues a page; all are slow reads. */
export type PageQueries = (
  page: PageRequest,
  few: readonly number[] | undefined,
  of: Pick<RequestContext, 'grants' | 'caller'>,
  use?: 'counts' | 'figures' | 'figures and count' | 'continues',
) => PreparedQuery;

/** The rows of a page, and the values after which it stopped at the reading bound. */
export type PageResult = Awaited<ReturnType<PreparedQuery['many']>>;

/** Whether the reading bound ended a page before it had all its records, and more records follow. */
export function endsAtBound({ rows, next }: PageResult, { limit }: QueryValues): boolean {
  return next !== undefined && rows.length < limit!;
}

/** Returns the milliseconds after which a request of an operation ends, at most. */
export function readTimeout({ operation, serverLimits }: OperationContext): number {
  return Math.min(operation.timeout?.milliseconds ?? Number.POSITIVE_INFINITY, serverLimits.maxRequestTime);
}

/** Continues a page until it has all its records, the list ends, or half of the request's time is over. */
export function createContinuation(
  op: OperationContext,
  queryFor: PageQueries,
): (
  ctx: RequestContext,
  few: readonly number[] | undefined,
  values: QueryValues,
  begun: PageResult,
) => Promise<PageResult> {
  const half = readTimeout(op) / 2;
  return async (ctx, few, values, begun) => {
    const until = ctx.now + half;
    let page = begun;
    try {
      while (endsAtBound(page, values) && op.platform.now() < until) {
        const { rows, next } = page;
        const query = queryFor({ ...ctx.page!, after: next }, few, ctx, 'continues');
        const found = await query.many({ ...values, after: next!, limit: values.limit! - rows.length });
        page = { ...found, rows: rows.length === 0 ? found.rows : rows.concat(found.rows) };
      }
    } catch (error) {
      // The records that were found until then are an answer.
      if (!(error instanceof StoreTimeoutError)) throw error;
    }
    return page;
  };
}
