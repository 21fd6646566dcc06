import type { Span, Words } from '../../text/location.ts';

/** What the service does: prose and its bounds; every text is Markdown. */
export interface PurposeModel {
  readonly prose: readonly Span[];
  readonly inScope: readonly Words[];
  readonly outOfScope: readonly Words[];
  readonly contact?: Words;
  readonly terms?: Words;
}
