/** Samples are kept up to this number: one a second. While it is reached, the lag counts from the last one. */
const mostSamples = 3_600;

/** Computes the age of the state of a replica. All times are milliseconds. */
export interface LagMeter {
  /** The primary was at a position at a time. */
  written(bytes: number, now: number): void;
  /** The replica has applied everything up to a position. */
  applied(bytes: number): void;
  /** Returns the age of the state of the replica, at most; 0 if it has applied the last known position. */
  milliseconds(now: number): number;
  /** Returns the bytes that the replica has not applied yet. */
  bytes(): number;
}

/** Creates a meter that measures from positions of the primary: a replica that has nothing to apply has no lag. */
export function createLagMeter(): LagMeter {
  let waiting: { readonly bytes: number; readonly at: number }[] = [];
  let newest = 0;
  let reached = 0;
  /** The last time at which the replica is known to have been complete. */
  let completeAt: number | undefined;
  return {
    written(bytes, now) {
      newest = Math.max(newest, bytes);
      completeAt ??= now;
      if (bytes <= reached) completeAt = now;
      else if (waiting.length < mostSamples) waiting.push({ bytes, at: now });
    },
    applied(bytes) {
      reached = bytes;
      for (const sample of waiting) if (sample.bytes <= reached) completeAt = Math.max(completeAt!, sample.at);
      waiting = waiting.filter((sample) => sample.bytes > reached);
    },
    milliseconds: (now) => (newest <= reached || completeAt === undefined ? 0 : Math.max(0, now - completeAt)),
    bytes: () => Math.max(0, newest - reached),
  };
}
