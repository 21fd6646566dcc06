import { InvalidArgumentError } from 'commander';
import { scanDuration } from '../../text/numbers/duration.ts';

/** Reads the time of a run: `60s`, `5 minutes`. Returns milliseconds. */
export function readBudget(value: string): number {
  const short = /^(\d+)\s*(s|m|min)$/.exec(value);
  const read = scanDuration(short === null ? value : `${short[1]} ${short[2] === 's' ? 'seconds' : 'minutes'}`);
  if ('milliseconds' in read && read.milliseconds > 0) return read.milliseconds;
  throw new InvalidArgumentError('Write a time such as 60s or 5 minutes.');
}
