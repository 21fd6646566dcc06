import type { Span } from '../text/location.ts';

/** A machine cell that says `not shown` where that closes what the cell would restrict. */
export interface NotShown {
  readonly notShown: Span;
}

/** True for a cell that is recorded as not shown. */
export function isNotShown(cell: unknown): cell is NotShown {
  return typeof cell === 'object' && cell !== null && 'notShown' in cell;
}
