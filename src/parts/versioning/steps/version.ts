import type { RefusalPlan } from '../../../plan/operation.ts';
import type { VersioningPlan } from '../../../plan/plan.ts';
import type { StepDefinition } from '../../../steps/definition.ts';

/** Turns requests down that name no version, one that is not served, or two. */
export const version: StepDefinition = {
  plan({ plan: { versioning } }) {
    const refusals = refusalsOf(versioning);
    return versioning.placements.map((one) => ({ words: wordsOf(one), refusals: refusals(one), line: one.line }));
  },
  create: () => (given) => given.versionRefusal,
};

type Placement = VersioningPlan['placements'][number];

function wordsOf({ in: place, name, whenAbsent }: Placement): string {
  const otherwise =
    whenAbsent === 'refused' ? 'without it the request is refused' : `without it ${whenAbsent} is meant`;
  return `the version is read from the ${place}${name === undefined ? '' : ` ${name}`}; ${otherwise}`;
}

function refusalsOf({ versions }: VersioningPlan): (placement: Placement) => readonly RefusalPlan[] {
  const ends = versions.some(({ status, afterSunset }) => status === 'retired' || afterSunset === 'gone');
  const retired = ends ? [{ condition: 'retired version' }] : [];
  return ({ whenAbsent }) => [
    { condition: 'unknown version' },
    ...(whenAbsent === 'refused' ? [{ condition: 'version missing' }] : []),
    ...retired,
  ];
}
