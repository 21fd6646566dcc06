import type { Host } from '../steps/host.ts';

interface Waiting {
  readonly until: number;
  readonly work: () => void;
}

/** How often waiting requests are looked at, in milliseconds. */
const beat = 100;

/** Requests that wait and may run out of time; looked at ten times a second, so that none needs a timer of its own. */
export interface Deadlines {
  /** Calls `work` once when the time is over, unless the function it returns is called before. */
  after(milliseconds: number, work: () => void): () => void;
  close(): void;
}

/** Opens the deadlines of a service. */
export function openDeadlines(host: Host): Deadlines {
  const waiting = new Set<Waiting>();
  let cancel: (() => void) | undefined;
  const look = (): void => {
    const now = host.now();
    cancel = undefined;
    for (const one of waiting) {
      if (one.until > now) continue;
      waiting.delete(one);
      one.work();
    }
    if (waiting.size > 0) cancel = host.after(beat, look);
  };
  return {
    after(milliseconds, work) {
      const one = { until: host.now() + milliseconds, work };
      waiting.add(one);
      cancel ??= host.after(beat, look);
      return () => void waiting.delete(one);
    },
    close() {
      cancel?.();
      cancel = undefined;
      waiting.clear();
    },
  };
}
