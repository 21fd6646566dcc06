import type { Platform } from '../../../contracts/platform.ts';
import { StoreError } from '../../store-error.ts';
import type { Executor } from './connect.ts';

const maxBatchMs = 500;
const lookEvery = 60_000;

const clock = { text: 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::double precision' };

/** By how many milliseconds the database's clock is ahead of ours, at least: what the way takes is not counted. */
export async function measureClockDistance(executor: Executor, now: () => number): Promise<number> {
  const before = now();
  const { rows } = await executor.execute(clock);
  const after = now();
  const theirs = rows[0]![0] as number;
  if (theirs > after) return theirs - after;
  return theirs < before ? theirs - before : 0;
}

/** Rejects a database whose clock differs too much from this process': instances would disagree about the time. */
export async function checkClock(executor: Executor, now: () => number, shown: string): Promise<void> {
  const distance = await measureClockDistance(executor, now);
  if (Math.abs(distance) > maxBatchMs) throw new StoreError(`${describeClockDistance(distance, shown)}. ${mend}`);
}

/** Looks at the clock each minute and warns when it has drifted; gives what ends that. */
export function watchClock(executor: Executor, now: () => number, shown: string, { after, log }: Platform): () => void {
  const look = (): void => {
    measureClockDistance(executor, now).then(
      (distance) => {
        if (Math.abs(distance) > maxBatchMs)
          log.warn({ milliseconds: distance }, describeClockDistance(distance, shown));
      },
      () => undefined,
    );
    cancel = after(lookEvery, look);
  };
  let cancel = after(lookEvery, look);
  return () => cancel();
}

const mend = `With more than ${maxBatchMs} ms, instances would store timestamps in the wrong order. Set both clocks by NTP, then start again.`;

function describeClockDistance(distance: number, shown: string): string {
  const side = distance < 0 ? 'ahead of' : 'behind';
  return `This machine's clock is ${Math.round(Math.abs(distance))} ms ${side} the clock of the database ${shown}`;
}
