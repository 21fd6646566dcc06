import type { LimitStatus } from '../../../contracts/limits/limit-status.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { HeaderPlan } from '../../../plan/exchange.ts';
import type { LimitPlan, Plan } from '../../../plan/plan.ts';
import { memo } from '../../../text/memo.ts';

/** Whether the document states rate-limit headers. */
export function hasLimitHeaders({ limitHeaders }: Pick<Plan, 'limitHeaders'>): boolean {
  return limitHeaders.some((name) => name !== 'Retry-After');
}

/** `Retry-After` in whole seconds, rounded up (RFC 9110, section 10.2.3), where the document has callers told in it. */
export function retryAfter(limitHeaders: readonly string[], milliseconds: number): Pick<Refusal, 'headers'> {
  return limitHeaders.includes('Retry-After') ? { headers: { 'Retry-After': String(toSeconds(milliseconds)) } } : {};
}

/** Returns the headers of responses that state the status of limits of kind `rate`. */
export function planRateHeaders({ limitHeaders }: Pick<Plan, 'limitHeaders'>): readonly HeaderPlan[] {
  const counted = limitHeaders.filter((name) => name !== 'Retry-After');
  return counted.map((name) => ({ name, on: 'all', when: 'a limit of kind `rate` counts the request' }));
}

/** Returns the header in which the refusals for a condition say when to try again. */
export function planRetryAfter({ limitHeaders }: Pick<Plan, 'limitHeaders'>, condition: string): readonly HeaderPlan[] {
  return limitHeaders.includes('Retry-After') ? [{ name: 'Retry-After', on: [condition] }] : [];
}

/**
 * Makes what adds the headers in which callers are told how the limits stand (draft-ietf-httpapi-ratelimit-headers-10); undefined
 * where the document names none. `RateLimit-Policy` lists every limit of kind `rate` that counted the request; `RateLimit` and the
 * older headers tell of the one that is closest to turning requests down.
 */
export function createLimitHeaders({ limitHeaders }: Pick<Plan, 'limitHeaders'>): AppendLimitHeaders | undefined {
  if (!hasLimitHeaders({ limitHeaders })) return undefined;
  const named = new Set(limitHeaders);
  return (statuses, now, headers) => {
    const status = findClosestLimit(statuses);
    if (named.has('RateLimit-Policy'))
      headers.push('RateLimit-Policy', statuses.map((limitStatus) => formatPolicy(limitStatus.limit)).join(', '));
    if (named.has('RateLimit')) {
      headers.push('RateLimit', `"${status.limit.name}";r=${status.left};t=${Math.ceil(status.milliseconds / 1000)}`);
    }
    if (named.has('X-RateLimit-Limit')) headers.push('X-RateLimit-Limit', String(status.limit.value.count));
    if (named.has('X-RateLimit-Remaining')) headers.push('X-RateLimit-Remaining', String(status.left));
    if (named.has('X-RateLimit-Reset')) {
      headers.push('X-RateLimit-Reset', String(Math.ceil((now + status.milliseconds) / 1000)));
    }
  };
}

/** Adds the headers for limits (at least one) to an answer's; `now` in milliseconds. */
export type AppendLimitHeaders = (statuses: readonly LimitStatus[], now: number, headers: string[]) => void;

/** The one with the fewest left; of several the one that takes the longest. */
function findClosestLimit(statuses: readonly LimitStatus[]): LimitStatus {
  let found = statuses[0]!;
  for (const status of statuses) {
    if (status.left < found.left || (status.left === found.left && status.milliseconds > found.milliseconds))
      found = status;
  }
  return found;
}

/** The quota and its window in whole seconds; a window with a fraction is left out. */
const formatPolicy = memo(({ name, value }: LimitPlan): string => {
  const window = value.milliseconds! / 1000;
  return `"${name}";q=${value.count}${Number.isInteger(window) ? `;w=${window}` : ''}`;
});

function toSeconds(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000));
}
