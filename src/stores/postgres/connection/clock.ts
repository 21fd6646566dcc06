import type { Host } from '../../../contracts/platform.ts';
import { StoreProblem } from '../../store-error.ts';
import type { Asker } from './connect.ts';

const mostMilliseconds = 500;
const lookEvery = 60_000;

const clock = { text: 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::double precision' };

/** By how many milliseconds the database's clock is ahead of ours, at least: what the way takes is not counted. */
export async function clockDistance(asker: Asker, now: () => number): Promise<number> {
  const before = now();
  const { rows } = await asker.ask(clock);
  const after = now();
  const theirs = rows[0]![0] as number;
  if (theirs > after) return theirs - after;
  return theirs < before ? theirs - before : 0;
}

/** Refuses a database whose clock is far from this process': every instance would tell another time. */
export async function checkClock(asker: Asker, now: () => number, shown: string): Promise<void> {
  const distance = await clockDistance(asker, now);
  if (Math.abs(distance) > mostMilliseconds) throw new StoreProblem(`${farFrom(distance, shown)}. ${mend}`);
}

/** Looks at the clock each minute and warns when it has drifted; gives what ends that. */
export function watchClock(asker: Asker, now: () => number, shown: string, { after, log }: Host): () => void {
  const look = (): void => {
    clockDistance(asker, now).then(
      (distance) => {
        if (Math.abs(distance) > mostMilliseconds) log.warn({ milliseconds: distance }, farFrom(distance, shown));
      },
      () => undefined,
    );
    cancel = after(lookEvery, look);
  };
  let cancel = after(lookEvery, look);
  return () => cancel();
}

const mend = `More than ${mostMilliseconds} ms would give records of several instances moments in the wrong order: set both clocks by NTP, then start again.`;

function farFrom(distance: number, shown: string): string {
  const side = distance < 0 ? 'ahead of' : 'behind';
  return `This machine's clock is ${Math.round(Math.abs(distance))} ms ${side} the clock of the database ${shown}`;
}
