import type { Platform } from '../../contracts/platform.ts';

/** The maximum milliseconds between two polls of repeated work. */
const look = 1_000;

/** A stopped clock that tests advance, over a real platform. */
export interface Clock {
  readonly platform: Platform;
  /** Moves it to a moment, which is not before now. */
  move(to: number): void;
  /** Calls back everything whose time has come, and whatever looks for work, once. */
  tick(): void;
}

/** Makes a clock that shows a moment, in milliseconds since 1970. */
export function createTestClock(real: Platform, start: number): Clock {
  let now = start;
  const waiting = new Set<{ readonly at: number; readonly of: number; readonly work: () => void }>();
  return {
    platform: {
      ...real,
      now: () => now,
      after(milliseconds, work) {
        const timer = { at: now + milliseconds, of: milliseconds, work };
        waiting.add(timer);
        return () => void waiting.delete(timer);
      },
    },
    move(to) {
      now = to;
    },
    tick() {
      const due = [...waiting].filter(({ at, of }) => at <= now || of <= look);
      for (const timer of due.sort((left, right) => left.at - right.at)) {
        if (waiting.delete(timer)) timer.work();
      }
    },
  };
}
