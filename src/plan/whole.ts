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
}

/** Finds the whole plan of a version, by default of the version that the document states; undefined for an unknown version. */
export type FindWholePlan = (version?: string) => Promise<WholePlan | undefined>;
