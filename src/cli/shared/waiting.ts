import { setTimeout as sleep } from 'node:timers/promises';
import { Option } from 'commander';
import { CommandError } from '../../operator/command-error.ts';
import { InUse } from './store-errors.ts';
import { printFailure, type Terminal } from './terminal.ts';

const mostSeconds = 86_400;
const pollIntervalMs = 250;

/** Creates `--wait <seconds>`: how long a command waits for other processes to release the store. */
export function waitOption(defaultSeconds: number): Option {
  return new Option('--wait <seconds>', 'how long to wait for instances with the previous document to stop')
    .env('NONET_WAIT')
    .default(defaultSeconds)
    .argParser((text) => {
      const seconds = /^\d+$/.test(text) ? Number(text) : Number.NaN;
      if (seconds <= mostSeconds) return seconds;
      throw new CommandError(`--wait takes a whole number of seconds up to ${mostSeconds}. Found "${text}".`);
    });
}

/** Runs `work`; if other processes use the store, prints that once and retries with `again` until the time has passed. */
export async function retryUntilFree<T>(
  { wait, terminal }: { readonly wait: number; readonly terminal: Terminal },
  work: (again: boolean) => Promise<T>,
): Promise<T> {
  const until = performance.now() + wait * 1_000;
  for (let again = false; ; again = true) {
    try {
      return await work(again);
    } catch (error) {
      if (!(error instanceof InUse) || performance.now() >= until) throw error;
      if (!again) printFailure(terminal, error, ` Waiting up to ${wait} seconds (--wait).`);
      await sleep(pollIntervalMs);
    }
  }
}
