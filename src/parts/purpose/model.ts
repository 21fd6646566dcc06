import type { SourceText, Span } from '../../text/location.ts';

/** What the service does: prose and its bounds; every text is Markdown. */
export interface PurposeModel {
  readonly prose: readonly Span[];
  readonly inScope: readonly SourceText[];
  readonly outOfScope: readonly SourceText[];
  readonly contact?: SourceText;
  readonly terms?: SourceText;
}
