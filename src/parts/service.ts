import type { AspectStatus, CellGap } from '../markdown/content.ts';
import type { PartName } from '../markdown/grammar.ts';
import type { Source, SourceText, Span } from '../text/location.ts';
import type { AuthenticationModel } from './authentication/model.ts';
import type { EndpointsModel } from './endpoints/model.ts';
import type { ErrorsModel } from './errors/model.ts';
import type { EventsModel } from './events/model.ts';
import type { LimitsModel } from './limits/model.ts';
import type { PurposeModel } from './purpose/model.ts';
import type { ResourcesModel } from './resources/model.ts';
import type { StatesModel } from './states/model.ts';
import type { VersioningModel } from './versioning/model.ts';

/** A part of the document as people read it: its heading and the prose below it. */
export interface PartText {
  readonly part: PartName;
  readonly heading: Span;
  readonly prose: readonly Span[];
}

/** A whole document: its name, the nine models, and what it leaves open. */
export interface Service {
  readonly source: Source;
  readonly name: SourceText | undefined;
  readonly summary: readonly Span[];
  readonly purpose: PurposeModel;
  readonly resources: ResourcesModel;
  readonly states: StatesModel;
  readonly endpoints: EndpointsModel;
  readonly authentication: AuthenticationModel;
  readonly events: EventsModel;
  readonly errors: ErrorsModel;
  readonly limits: LimitsModel;
  readonly versioning: VersioningModel;
  /** The headings of the parts with the prose below them, in the document's order. */
  readonly parts: readonly PartText[];
  /** The 32 aspects, in the document's order. */
  readonly aspects: readonly AspectStatus[];
  readonly cellGaps: readonly CellGap[];
  /** Of a service as an older version shows it: the one that its document states, over whose records expressions run. */
  readonly present?: Service;
}
