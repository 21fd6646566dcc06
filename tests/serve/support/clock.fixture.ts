import type { Platform } from '../../../src/contracts/platform.ts';
import { beat } from '../../../src/serve/timers.ts';

/** A clock that stands still until it is moved. */
export interface Clock {
  readonly platform: Platform;
  /** Moves it on and lets everything happen that is then due; resolves when the service has come to rest. */
  advance(milliseconds: number): Promise<void>;
  /** Moves it on, and nothing that waits happens yet. */
  move(milliseconds: number): void;
  /** Sets it back; what waits happens after as much time as before. */
  setBack(milliseconds: number): void;
}

/** Makes a clock over a real host, for one service with timed transitions. */
export function clockOver(real: Platform, start: number): Clock {
  let now = start;
  const waiting = new Set<{ at: number; readonly of: number; readonly work: () => void }>();
  const platform: Platform = {
    ...real,
    now: () => now,
    after(milliseconds, work) {
      const timer = { at: now + milliseconds, of: milliseconds, work };
      waiting.add(timer);
      return () => void waiting.delete(timer);
    },
  };
  return {
    platform,
    move(milliseconds) {
      now += milliseconds;
    },
    setBack(milliseconds) {
      now -= milliseconds;
      for (const timer of waiting) timer.at -= milliseconds;
    },
    async advance(milliseconds) {
      now += milliseconds;
      const due = [...waiting].filter(({ at }) => at <= now);
      if (!due.some(({ of }) => of === beat)) throw new Error('the timers do not look before then');
      for (const timer of due) {
        waiting.delete(timer);
        timer.work();
      }
      const end = performance.now() + 20_000;
      // The timers wait for their next beat when they are done with this one.
      while (![...waiting].some(({ of }) => of === beat)) {
        if (performance.now() > end) throw new Error('the service does not come to rest');
        await new Promise(setImmediate);
      }
    },
  };
}
