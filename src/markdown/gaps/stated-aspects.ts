import type { Span } from '../../text/location.ts';

/** The content of the sources of a part's aspects, collected while its facts and tables are read. */
export interface Carried {
  /** The first place that states an aspect. */
  readonly stated: Map<string, Span>;
  /** The first cell or fact line that carries an aspect and says `not shown`. */
  readonly notShown: Map<string, Span>;
  /** A column that carries an aspect and is there, perhaps without any value. */
  readonly columns: Map<string, Span>;
}

/** Nothing gathered yet. */
export function createCarried(): Carried {
  return { stated: new Map(), notShown: new Map(), columns: new Map() };
}

/** Keeps the first place for an aspect, or for each of several. */
export function keepFirst(
  places: Map<string, Span>,
  aspects: string | readonly string[] | undefined,
  span: Span,
): void {
  if (typeof aspects === 'object') for (const aspect of aspects) keepFirst(places, aspect, span);
  else if (aspects !== undefined && !places.has(aspects)) places.set(aspects, span);
}
