import type { Exchanged } from '../world/exchanged.ts';

/** The result of one check of a row. */
export type Outcome =
  | { readonly kind: 'proven' }
  | Violation
  /** Nothing was observed that decides it; never a finding. */
  | { readonly kind: 'unreached'; readonly why: string };

/** A response that no reading of the row allows. */
export interface Violation {
  readonly kind: 'violated';
  readonly expected: string;
  readonly got: string;
  /** The line that it contradicts, where that is not the one of the check. */
  readonly line?: number;
  /** A request that the page rejects was accepted. */
  readonly isAccepted?: true;
  /** The exchange that shows it: the last request of the reproduction. */
  readonly exchange: Exchanged;
}

/** The row is as the page states it, as far as this check sees. */
export const proven: Outcome = { kind: 'proven' };

/** Says why a check could not decide. */
export function unreached(why: string): Outcome {
  return { kind: 'unreached', why };
}

/** Says what a response contradicts. */
export function violated(expected: string, got: string, exchange: Exchanged): Violation {
  return { kind: 'violated', expected, got, exchange };
}

/** Says that a request was accepted which the page rejects. */
export function accepted(
  expected: string,
  exchange: Exchanged,
  got = `${exchange.response.status}: it was accepted`,
): Violation {
  return { ...violated(expected, got, exchange), isAccepted: true };
}
