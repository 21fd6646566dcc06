import type { AuthenticationPlan } from './plan.ts';

/** Returns the attributes of callers that a credential may hold: all but the one that is the session of the request. */
export function listHeldAttributes({
  attributes,
}: Pick<AuthenticationPlan, 'attributes'>): AuthenticationPlan['attributes'] {
  return attributes.filter(({ ofSession }) => ofSession !== true);
}
