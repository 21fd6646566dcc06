import type { LimitStatus } from '../../contracts/limits/limit-status.ts';
import type { Limiting } from '../../contracts/limits/limiting.ts';
import { then } from '../../contracts/maybe-promise.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { MaybePromise } from '../../contracts/record.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import type { HttpResponse, Incoming, RequestContext } from '../../contracts/request-context.ts';
import { createLimitHeaders } from '../../parts/limits/serve/limit-headers.ts';
import { createRateRefusal, listAddressRates, readLimitStatus } from '../../parts/limits/serve/rate.ts';
import type { Plan } from '../../plan/plan.ts';
import { nobody } from '../request/system-request.ts';

/** Adds limits to responses. */
export interface LimitAnswers {
  /** Adds to an operation's response the rate-limit headers, and the release of its slots once it is sent. */
  last(ctx: RequestContext, response: HttpResponse): HttpResponse;
  /** Counts a request that names no operation, and answers it: by `write`, which is called after that, or as one that is beyond a limit. */
  nameless(
    incoming: Incoming,
    write: () => MaybePromise<HttpResponse>,
    decline: (refusal: Refusal) => HttpResponse,
  ): MaybePromise<HttpResponse>;
  /** Counts a request whose head could not be read. */
  unread(peer: string): void;
}

/** Makes what limits do to the answers of a service. */
export function limitAnswers(plan: Plan, limiting: Limiting, platform: Platform): LimitAnswers {
  const tell = createLimitHeaders(plan);
  const told = (statuses: readonly LimitStatus[] | undefined, response: HttpResponse): HttpResponse => {
    if (tell === undefined || statuses === undefined || statuses.length === 0) return response;
    const headers = [...response.headers];
    tell(statuses, platform.now(), headers);
    return { ...response, headers };
  };
  const everywhere = listAddressRates(plan).map((limit) => ({ limit, limiter: limiting.rate(limit) }));
  const count = (key: string, from: number, statuses: LimitStatus[]): MaybePromise<Refusal | undefined> => {
    for (let i = from; i < everywhere.length; i++) {
      const { limit, limiter } = everywhere[i]!;
      const settle = (wait: number): Refusal | undefined => {
        statuses.push(readLimitStatus(limit, limiter, key, wait));
        return wait > 0 ? createRateRefusal(plan.limitHeaders, limit, wait) : undefined;
      };
      const wait = limiter.take(key);
      if (typeof wait !== 'number') return wait.then((result) => settle(result) ?? count(key, i + 1, statuses));
      const refusal = settle(wait);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  };
  return {
    last(ctx, response) {
      const { held } = ctx;
      ctx.held = 'let go';
      const shown = ctx.limitStatuses === undefined ? response : told(ctx.limitStatuses, response);
      if (held === undefined || held === 'let go') return shown;
      return { ...shown, sent: () => held.splice(0).forEach((leave) => void leave()) };
    },
    nameless(incoming, write, decline) {
      // CORS preflight requests get a response before any limit, and so does every OPTIONS.
      if (everywhere.length === 0 || incoming.method === 'OPTIONS') return write();
      const statuses: LimitStatus[] = [];
      const refusal = count(limiting.address(incoming), 0, statuses);
      const answer = (found: Refusal | undefined): MaybePromise<HttpResponse> =>
        found === undefined ? write() : decline(found);
      return then(then(refusal, answer), (response) => told(statuses, response));
    },
    unread(peer) {
      if (everywhere.length === 0) return;
      const failed = (error: unknown): void => {
        platform.log.warn({ error: String(error) }, 'failed to count an unreadable request');
      };
      try {
        const counted = count(limiting.address({ ...nobody, peer }), 0, []);
        if (counted instanceof Promise) counted.catch(failed);
      } catch (error) {
        failed(error);
      }
    },
  };
}
