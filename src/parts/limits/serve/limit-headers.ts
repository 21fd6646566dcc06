import type { Told } from '../../../contracts/limit-status.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { LimitPlan, Plan } from '../../../plan/plan.ts';

/** Whether the document has callers told of its limits in answers. */
export function tells({ toldIn }: Pick<Plan, 'toldIn'>): boolean {
  return toldIn.some((name) => name !== 'Retry-After');
}

/** `Retry-After` in whole seconds, rounded up (RFC 9110, section 10.2.3), where the document has callers told in it. */
export function retryAfter(toldIn: readonly string[], milliseconds: number): Pick<Refusal, 'headers'> {
  return toldIn.includes('Retry-After') ? { headers: { 'Retry-After': String(seconds(milliseconds)) } } : {};
}

/**
 * Makes what adds the headers in which callers are told how the limits stand (draft-ietf-httpapi-ratelimit-headers-10); undefined
 * where the document names none. `RateLimit-Policy` lists every limit of kind `rate` that counted the request; `RateLimit` and the
 * older headers tell of the one that is closest to turning requests down.
 */
export function teller({ toldIn }: Pick<Plan, 'toldIn'>): Tell | undefined {
  if (!tells({ toldIn })) return undefined;
  const named = new Set(toldIn);
  return (all, now, headers) => {
    const told = closest(all);
    if (named.has('RateLimit-Policy'))
      headers.push('RateLimit-Policy', all.map((one) => policyOf(one.limit)).join(', '));
    if (named.has('RateLimit')) {
      headers.push('RateLimit', `"${told.limit.name}";r=${told.left};t=${Math.ceil(told.milliseconds / 1000)}`);
    }
    if (named.has('X-RateLimit-Limit')) headers.push('X-RateLimit-Limit', String(told.limit.value.count));
    if (named.has('X-RateLimit-Remaining')) headers.push('X-RateLimit-Remaining', String(told.left));
    if (named.has('X-RateLimit-Reset')) {
      headers.push('X-RateLimit-Reset', String(Math.ceil((now + told.milliseconds) / 1000)));
    }
  };
}

/** Adds the headers for limits (at least one) to an answer's; `now` in milliseconds. */
export type Tell = (all: readonly Told[], now: number, headers: string[]) => void;

/** The one with the fewest left; of several the one that takes the longest. */
function closest(all: readonly Told[]): Told {
  let found = all[0]!;
  for (const one of all) {
    if (one.left < found.left || (one.left === found.left && one.milliseconds > found.milliseconds)) found = one;
  }
  return found;
}

const policies = new WeakMap<LimitPlan, string>();

/** The quota and its window in whole seconds; a window that is no whole number of them is left out. */
function policyOf(limit: LimitPlan): string {
  let policy = policies.get(limit);
  if (policy === undefined) {
    const window = limit.value.milliseconds! / 1000;
    policy = `"${limit.name}";q=${limit.value.count}${Number.isInteger(window) ? `;w=${window}` : ''}`;
    policies.set(limit, policy);
  }
  return policy;
}

function seconds(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000));
}
