import type { Keywords } from './contract.ts';

/** A header that holds text. */
export function createTextHeader(description: string): Keywords {
  return { type: 'string', description };
}

/** The header of W3C Trace Context. */
export const traceparent: Keywords = createTextHeader('The trace of the request that caused the event, if it has one.');
