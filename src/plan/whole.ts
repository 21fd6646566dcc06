import type { VersionRowPlan } from './errors-events-limits.ts';
import type { Plan } from './plan.ts';

/**
 * A plan as the clients of one version see it, with all that people read and what HTTP carries: the source of descriptions,
 * documentation and clients. Fields, values, parameters, events and codes have the names of that version.
 */
export interface WholePlan extends Plan {
  /** The version that it shows; left out: the document has no versions. */
  readonly version?: VersionRowPlan;
  /** The text of the document, of which the lines speak. */
  readonly text?: string;
  /** The effects of rows of Changes on clients that move to their version. */
  readonly changeEffects?: readonly ChangeEffect[];
}

/** The effects of one row of Changes, by its line. */
export interface ChangeEffect {
  readonly line: number;
  readonly effects: readonly ClientEffect[];
}

/** The effect of a change on what clients send or receive, as `nonet compare` reports it. */
export interface ClientEffect {
  readonly direction: 'requests' | 'responses';
  readonly class: 'compatible' | 'unclear' | 'breaking';
  /** The clients that break or may break, in one sentence. */
  readonly client?: string;
}

/** Finds the whole plan of a version, by default of the version that the document states; undefined for an unknown version. */
export type FindWholePlan = (version?: string) => Promise<WholePlan | undefined>;
