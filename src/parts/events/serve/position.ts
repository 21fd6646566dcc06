import type { EventPosition } from '../../../contracts/events.ts';
import type { Platform } from '../../../contracts/platform.ts';
import { streamPositionPattern } from '../../../plan/stream-position.ts';

/** The number of bytes of its hash that identify the event of a position. */
const bytes = 4;
const form = new RegExp(streamPositionPattern);

/**
 * Returns the ID of a position in a stream: the number of the event, and the beginning of the hash of its ID. If the database has lost the
 * event, another one gets its number, but not its hash. `0` is the position before the first event.
 */
export function formatPosition({ sha256 }: Pick<Platform, 'sha256'>, { sequence, id }: EventPosition): string {
  if (sequence === 0) return '0';
  let text = `${sequence}-`;
  for (const byte of sha256(id ?? '').subarray(0, bytes)) text += byte.toString(16).padStart(2, '0');
  return text;
}

/** Returns the number in the ID of a position; undefined if the text is not one. */
export function readPositionNumber(text: string): number | undefined {
  return form.test(text) ? Number.parseInt(text, 10) : undefined;
}
