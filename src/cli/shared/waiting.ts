import { setTimeout as sleep } from 'node:timers/promises';
import { Option } from 'commander';
import { InUse } from './store.ts';
import { CommandError, printFailure, type Terminal } from './terminal.ts';

const mostSeconds = 86_400;
const pollIntervalMs = 250;

/** `--wait <seconds>`: how long a command waits until other processes have ended. */
export function waitOption(usual: number): Option {
  return new Option('--wait <seconds>', 'how long to wait for services of the document as it was to end')
    .env('NONET_WAIT')
    .default(usual)
    .argParser((text) => {
      const seconds = /^\d+$/.test(text) ? Number(text) : Number.NaN;
      if (seconds <= mostSeconds) return seconds;
      throw new CommandError(`--wait takes a whole number of seconds up to ${mostSeconds}; it was given "${text}".`);
    });
}

/** Does work on a store; while other processes keep it from that, says so once and does it `again` until the time is over. */
export async function retryUntilFree<T>(
  { wait, terminal }: { readonly wait: number; readonly terminal: Terminal },
  work: (again: boolean) => Promise<T>,
): Promise<T> {
  const until = performance.now() + wait * 1_000;
  for (let told = false; ; told = true) {
    try {
      return await work(told);
    } catch (error) {
      if (!(error instanceof InUse) || performance.now() >= until) throw error;
      if (!told) printFailure(terminal, error, ` Waiting up to ${wait} seconds (--wait).`);
      await sleep(pollIntervalMs);
    }
  }
}
