import { type DestinationStream, pino } from 'pino';
import type { Log } from '../steps/host.ts';

/** A log of JSON lines on standard error, from a level on (`silent`: none). */
export function logTo(level: string, destination: DestinationStream = pino.destination({ dest: 2, sync: true })): Log {
  return pino({ level, base: null }, destination);
}
