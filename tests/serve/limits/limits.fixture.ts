import type { Platform } from '../../../src/contracts/platform.ts';
import type { LimitPlan, Plan } from '../../../src/plan/plan.ts';
import { createNodePlatform } from '../../../src/serve/platform-node.ts';

/** A clock that is moved by hand, with the timers that hang on it. */
export interface HandClock {
  readonly platform: Platform;
  readonly logged: string[];
  /** Moves it on; timers run when they are due, each after what the one before began has ended. */
  advance(milliseconds: number): Promise<void>;
}

/** Makes a clock of its own for one instance. */
export function handClock(start = 1_000_000_000_000): HandClock {
  let now = start;
  const logged: string[] = [];
  const log = (facts: object, message: string): void => void logged.push(`${message} ${JSON.stringify(facts)}`);
  const timers = new Set<{ readonly at: number; readonly work: () => void }>();
  const platform: Platform = {
    ...createNodePlatform({ info: log, warn: log, error: log }),
    now: () => now,
    after(milliseconds, work) {
      const timer = { at: now + milliseconds, work };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
  };
  /** The limits set their next timer when they are done with this one. */
  const rest = async (count: number): Promise<void> => {
    const end = performance.now() + 60_000;
    while (timers.size < count && performance.now() < end) await new Promise(setImmediate);
  };
  return {
    platform,
    logged,
    async advance(milliseconds) {
      const until = now + milliseconds;
      for (;;) {
        const next = [...timers].sort((left, right) => left.at - right.at)[0];
        if (next === undefined || next.at > until) break;
        const count = timers.size;
        timers.delete(next);
        now = Math.max(now, next.at);
        next.work();
        await rest(count);
      }
      now = until;
    },
  };
}

/** A limit of kind `rate`, by what its row says. */
export function rateLimit(
  count: number,
  milliseconds: number,
  burst = count,
  more: Partial<LimitPlan> = {},
): LimitPlan {
  const value = { count, milliseconds, burst };
  return { name: 'calm', kind: 'rate', operations: [], everyRequest: false, value, line: 1, ...more };
}

/** A plan with these limits and nothing of their operations. */
export function planWith(plan: Plan, ...limits: readonly LimitPlan[]): Plan {
  return { ...plan, limits };
}

/** The bucket of a limit as its definition says, to hold what was admitted against. */
export function idealBucket({ value }: LimitPlan): {
  /** Notes that one was admitted; the tokens that are left, below 0 when it was one too many. */
  admit(now: number): number;
} {
  const [count, milliseconds, burst] = [Number(value.count), Number(value.milliseconds), Number(value.burst)];
  let left = burst;
  let at: number | undefined;
  return {
    admit(now) {
      left = Math.min(burst, left + ((now - (at ?? now)) * count) / milliseconds) - 1;
      at = now;
      return left;
    },
  };
}
