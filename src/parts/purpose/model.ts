import type { Placed, Span } from '../../text/location.ts';

/** What the service does: prose and its bounds; every text is Markdown. */
export interface PurposeModel {
  readonly prose: readonly Span[];
  readonly inScope: readonly Placed<string>[];
  readonly outOfScope: readonly Placed<string>[];
  readonly contact?: Placed<string>;
  readonly terms?: Placed<string>;
}
