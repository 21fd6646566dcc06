/** So many attempts a second go to one host of subscribers' addresses from each instance where nothing else is set. */
export const defaultRate = 100;

/** Bounds how often one host is called, however many subscriptions name it. */
export interface HostThrottle {
  /** Milliseconds until a host may be called; 0: now, which counts. */
  wait(host: string, now: number): number;
}

interface Bucket {
  tokens: number;
  at: number;
}

const mostHosts = 10_000;

/** Makes a pace of so many calls a second; as many at once, after a pause. */
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
