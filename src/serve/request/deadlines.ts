import type { Platform } from '../../contracts/platform.ts';

interface Waiting {
  readonly until: number;
  readonly work: () => void;
}

/** How often waiting requests are looked at, in milliseconds. */
const beat = 100;
/** The clock was set where it has gone back, or on by more than this between two looks: then one beat has passed. */
const jumped = 5_000;

/** Requests that wait and may run out of time; looked at ten times a second, so that none needs a timer of its own. */
export interface Deadlines {
  /** Calls `work` once when the time is over, unless the function it returns is called before. */
  after(milliseconds: number, work: () => void): () => void;
  /** All time limits end: calls all waiting functions, and later ones at the next check. */
  end(): void;
  close(): void;
}

/**
 * Opens the deadlines of a service. They are in slots that are reused: a `Set` with one insertion and one deletion per request leaves a
 * chain of old tables, by which the garbage collector retains everything that they once held. Elapsed time follows the clock, except when
 * the clock is set.
 */
export function openDeadlines(platform: Platform): Deadlines {
  const slots: (Waiting | undefined)[] = [];
  const free: number[] = [];
  let cancel: (() => void) | undefined;
  /** The last time of the clock, and the milliseconds elapsed until then whatever it was set to. */
  let shown = platform.now();
  let passed = 0;
  let over = false;
  const tick = (): number => {
    const now = platform.now();
    const step = now - shown;
    shown = now;
    passed += step < 0 || step > jumped ? beat : step;
    return passed;
  };
  const letGo = (slot: number): void => {
    slots[slot] = undefined;
    free.push(slot);
  };
  const look = (): void => {
    const now = tick();
    cancel = undefined;
    for (let slot = 0; slot < slots.length; slot++) {
      const timer = slots[slot];
      if (timer === undefined || (timer.until > now && !over)) continue;
      letGo(slot);
      timer.work();
    }
    if (slots.length > free.length) cancel = platform.after(beat, look);
  };
  return {
    after(milliseconds, work) {
      const timer = { until: tick() + milliseconds, work };
      const slot = free.pop() ?? slots.length;
      slots[slot] = timer;
      cancel ??= platform.after(beat, look);
      return () => {
        if (slots[slot] === timer) letGo(slot);
      };
    },
    end() {
      over = true;
      cancel?.();
      look();
    },
    close() {
      cancel?.();
      cancel = undefined;
      slots.length = 0;
      free.length = 0;
    },
  };
}
