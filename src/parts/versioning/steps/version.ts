import type { VersioningPlan } from '../../../plan/plan.ts';
import type { StepDefinition } from '../../../steps/definition.ts';

/** Turns requests down that name no version, one that is not served, or two. */
export const version: StepDefinition = {
  plan({ plan: { versioning } }) {
    const placed = versioning.placements.map((one) => ({ words: wordsOf(one), line: one.line }));
    const ending = placed.length === 0 ? [] : versioning.versions.filter(({ afterSunset }) => afterSunset === 'gone');
    const ends = ending.map(({ name, sunset, line }) => ({
      words: `a request in ${name} gets \`retired version\` from ${sunset} on`,
      line,
    }));
    return [...placed, ...ends];
  },
  create: () => (given) => given.versionRefusal,
};

function wordsOf({ in: place, name, whenAbsent }: VersioningPlan['placements'][number]): string {
  const otherwise =
    whenAbsent === 'refused' ? 'without it the request is refused' : `without it ${whenAbsent} is meant`;
  return `the version is read from the ${place}${name === undefined ? '' : ` ${name}`}; ${otherwise}`;
}
