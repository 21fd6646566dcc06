import type { DeliveryPlan } from '../../../plan/plan.ts';

/** The first wait, in milliseconds. */
const first = 5_000;
/** Each wait is up to this part longer or shorter. */
const spread = 0.1;

/**
 * The waits between attempts in milliseconds: they grow by one factor from 5 seconds so that together they are the stated time.
 * A time too short for that is cut into equal waits. Without stated attempts there is one attempt.
 */
export function waitsOf(attempts: DeliveryPlan['attempts']): readonly number[] {
  const count = (attempts?.count ?? 1) - 1;
  const whole = attempts?.milliseconds ?? 0;
  if (count <= 0) return [];
  if (count === 1 || whole <= first * count) return Array.from({ length: count }, () => whole / count);
  let low = 1;
  let high = whole / first;
  // Bisection: the sum grows with the factor.
  for (let round = 0; round < 200 && high - low > 1e-12 * high; round++) {
    const middle = (low + high) / 2;
    if (sum(middle, count) > whole) high = middle;
    else low = middle;
  }
  return Array.from({ length: count }, (_, nth) => first * low ** nth);
}

function sum(factor: number, count: number): number {
  let total = 0;
  for (let nth = 0; nth < count; nth++) total += first * factor ** nth;
  return total;
}

/** A wait, up to a tenth longer or shorter by chance (0 to 1). */
export function addJitter(wait: number, chance: number): number {
  return wait * (1 - spread + 2 * spread * chance);
}

/** A receiver may ask for no longer wait than this, in milliseconds: a day. */
const longestAsked = 86_400_000;

/** The moment for which a `Retry-After` asks (RFC 9110, section 10.2.3: seconds, or a date), at most a day on; undefined for none. */
export function askedFor(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  const moment = /^\d{1,10}$/.test(text)
    ? now + Number(text) * 1_000
    : /GMT$/.test(text)
      ? Date.parse(text)
      : Number.NaN;
  if (Number.isNaN(moment)) return undefined;
  return Math.min(Math.max(moment, now), now + longestAsked);
}
