import type { Log } from '../contracts/platform.ts';

/** A log that is kept nowhere. */
export const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
