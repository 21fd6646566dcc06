import type { Platform } from '../../contracts/platform.ts';
import type { Store } from '../../contracts/store.ts';

/** Milliseconds between two trials: a trial writes a row, and probes may come many times a second. */
const interval = 5_000;
/** The milliseconds for which a request waits for a trial, before it gets the result of the trial before. */
const patience = 1_000;
/** A trial that takes longer counts as failed. */
const longest = 10_000;

/** Creates what knows whether a store takes writes: it tries when it is asked, at most every five seconds. */
export function createWritableCheck(store: Pick<Store, 'probeWrite'>, platform: Platform): () => Promise<boolean> {
  let began = Number.NEGATIVE_INFINITY;
  let isWritable = true;
  let running: Promise<void> | undefined;
  const settle = (error?: unknown): void => {
    running = undefined;
    if (error !== undefined && isWritable) platform.log.error({ error: String(error) }, 'failed to write to the store');
    isWritable = error === undefined;
  };
  return async () => {
    if (running === undefined && platform.now() - began >= interval) {
      began = platform.now();
      running = store.probeWrite().then(
        () => settle(),
        (error: unknown) => settle(error ?? 'unknown'),
      );
    }
    if (running !== undefined) await waitFor(running, platform);
    return isWritable && !(running !== undefined && platform.now() - began > longest);
  };
}

function waitFor(running: Promise<void>, platform: Platform): Promise<void> {
  return new Promise((resolve) => {
    const cancel = platform.after(patience, resolve);
    running.then(() => {
      cancel();
      resolve();
    });
  });
}
