import type { SourceText, Span } from '../../text/location.ts';

/** What the service does: prose and its bounds; every text is Markdown. */
export interface PurposeModel {
  readonly prose: readonly Span[];
  readonly inScope: readonly SourceText[];
  readonly outOfScope: readonly SourceText[];
  readonly contact?: SourceText;
  readonly terms?: SourceText;
  /** The address of the site of the service. */
  readonly website?: SourceText;
  /** The address of an image. */
  readonly logo?: SourceText;
  /** `#rrggbb`. */
  readonly color?: SourceText;
}
