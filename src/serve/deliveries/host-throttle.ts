/** The default maximum of attempts per second to one host of subscriptions, per instance. */
export const defaultRate = 100;

/** Limits the requests to one host over all subscriptions. */
export interface HostThrottle {
  /** Returns the milliseconds until the host may be called. 0 means now, and counts as a call. */
  wait(host: string, now: number): number;
}

interface Bucket {
  tokens: number;
  at: number;
}

const mostHosts = 10_000;

/** Creates a throttle of `rate` calls per second, with a burst of `rate` after a pause. */
export function createHostThrottle(rate: number): HostThrottle {
  const buckets = new Map<string, Bucket>();
  const filled = ({ tokens, at }: Bucket, now: number): number =>
    Math.min(rate, tokens + (Math.max(0, now - at) * rate) / 1_000);
  const forget = (now: number): void => {
    for (const [host, bucket] of buckets) if (filled(bucket, now) >= rate) buckets.delete(host);
  };
  return {
    wait(host, now) {
      if (buckets.size >= mostHosts && !buckets.has(host)) forget(now);
      const known = buckets.get(host);
      const tokens = known === undefined ? rate : filled(known, now);
      if (tokens < 1) return Math.ceil(((1 - tokens) * 1_000) / rate);
      buckets.set(host, { tokens: tokens - 1, at: now });
      return 0;
    },
  };
}
