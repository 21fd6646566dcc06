import type { CallOptions } from './options.ts';
import { pause } from './request.ts';

/** How long to wait for a state. */
export interface WaitOptions extends CallOptions {
  /** Milliseconds between two reads (default: 1,000). */
  readonly interval?: number;
}

/** Reads a record until `isReached`, or until the service rejects a read. The signal ends the wait. */
export async function readUntil<Read extends { readonly ok: boolean }>(
  read: (options: CallOptions) => Promise<Read>,
  isReached: (result: Read) => boolean,
  { interval = 1000, ...options }: WaitOptions = {},
): Promise<Read> {
  for (;;) {
    const result = await read(options);
    if (!result.ok || isReached(result)) return result;
    await pause(interval, options.signal);
  }
}
