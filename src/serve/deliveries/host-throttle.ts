/** The attempts per second to one host of subscriptions, per instance, before the host has shown that it keeps up. */
export const firstRate = 100;
/** The most attempts per second to which a host that keeps up is called, where no rate is set. */
export const fastestRate = 1_000;
/** A host keeps up if it accepts an attempt within this many milliseconds. */
const promptMs = 1_000;

/** Limits the requests to one host over all subscriptions. */
export interface HostThrottle {
  /** Returns the milliseconds until the host may be called. 0 means now, and counts as a call. */
  wait(host: string, now: number): number;
  /** Notes how a call ended: whether the host accepted it, and after how many milliseconds. */
  ended(host: string, accepted: boolean, milliseconds: number): void;
}

interface Bucket {
  tokens: number;
  at: number;
  /** The calls per second that the host gets now. */
  rate: number;
  /** When the last call that had to wait may be tried again. */
  laterAt: number;
}

/** The longest wait, in milliseconds. */
const longestWait = 60_000;

const mostHosts = 10_000;

/**
 * Creates a throttle of `rate` calls per second, with a burst of as many after a pause. Each call that the host accepts promptly adds
 * one call per second, up to `fastest`: a host that keeps up gets twice as many each second. Any other call halves its rate, down to
 * `rate`. Calls that have to wait are tried again in order, `fastest` per second. Many calls to one host then cost little.
 */
export function createHostThrottle(rate: number, fastest = rate): HostThrottle {
  const buckets = new Map<string, Bucket>();
  const filled = ({ tokens, at, rate: perSecond }: Bucket, now: number): number =>
    Math.min(perSecond, tokens + (Math.max(0, now - at) * perSecond) / 1_000);
  const forget = (now: number): void => {
    for (const [host, bucket] of buckets) if (filled(bucket, now) >= bucket.rate) buckets.delete(host);
  };
  return {
    wait(host, now) {
      if (buckets.size >= mostHosts && !buckets.has(host)) forget(now);
      const bucket = buckets.get(host) ?? { tokens: rate, at: now, rate, laterAt: 0 };
      // The clock was set back: the bucket fills from now on.
      bucket.at = Math.min(bucket.at, now);
      const tokens = filled(bucket, now);
      if (tokens < 1) {
        const free = now + ((1 - tokens) * 1_000) / bucket.rate;
        bucket.laterAt = Math.min(Math.max(free, bucket.laterAt + 1_000 / fastest), now + longestWait);
        return Math.ceil(bucket.laterAt - now);
      }
      bucket.tokens = tokens - 1;
      bucket.at = now;
      buckets.set(host, bucket);
      return 0;
    },
    ended(host, accepted, milliseconds) {
      const bucket = buckets.get(host);
      if (bucket === undefined) return;
      const keepsUp = accepted && milliseconds <= promptMs;
      bucket.rate = keepsUp ? Math.min(fastest, bucket.rate + 1) : Math.max(rate, bucket.rate / 2);
      bucket.tokens = Math.min(bucket.tokens, bucket.rate);
    },
  };
}
