import type { Played } from '../../describe/examples/exchange.ts';
import type { WholePlan } from '../../plan/whole.ts';

/** The source of a description of a service. */
export interface DescriptionView {
  /** The plan as the clients of the version see it; its base address is that of the service. */
  readonly plan: WholePlan;
  /** Returns the address of a path below the base address, absolute where the base address is known. */
  address(path: string, version?: string): string;
  /** True if the file by which the service runs in the documentation page is served. */
  readonly runsInPage: boolean;
  /** Returns what a play of the version showed; played when it is first asked for. Undefined if there are no examples. */
  play(): Promise<Played | undefined>;
  /** Begins the play as `play` does, and returns its present state. A description with less than all examples is written again later. */
  playSoFar(): PlayState;
}

/** How far a play has got. */
export interface PlayState {
  readonly ended: boolean;
  /** The exchanges and events that it showed; left out before its end, and if there are no examples. */
  readonly result?: Played | undefined;
}

/** A description that a service serves of itself: the OpenAPI description, the documentation page. */
export interface DescriptionRoute {
  /** Its path below the base address: `/openapi.json`. An operation of the document at the same path wins. */
  readonly path: string;
  readonly contentType: string;
  /** Also served at this path of the host itself, above the base address. */
  readonly atRoot?: true;
  /** One for each version of the API. */
  readonly versioned?: true;
  /** The relation by which the API catalog links to it (RFC 8631); left out: the catalog does not. */
  readonly relation?: 'service-desc' | 'service-doc' | 'service-meta';
  /** Response headers in addition to those of all descriptions: name, value, name, value, … */
  headers?(view: DescriptionView, text: string): readonly string[];
  /** Writes the description; called once for each version, when it is first requested. */
  write(view: DescriptionView): Promise<string>;
}
