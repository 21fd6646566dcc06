import { idleTimeoutMs } from './opening/settings.ts';

const lookEveryMs = 100;

/** Watches whether this process is blocked. The returned function ends that, and returns whether it was blocked for half the time that a transaction may be idle. */
export function watchStalls(): () => boolean {
  let longest = 0;
  let last = performance.now();
  const look = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, lookEveryMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    look();
    return longest >= idleTimeoutMs / 2;
  };
}
