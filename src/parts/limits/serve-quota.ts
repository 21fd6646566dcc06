import type { Step } from '../../steps/step.ts';

/**
 * A quota needs no step of its own: the store counts a record in the statement that writes it and says when no more may be
 * kept (`Conflict`), so that no two creates can both take the last place.
 */
export function quotaStep(): Step | undefined {
  return undefined;
}
