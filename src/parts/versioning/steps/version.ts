import type { StepDefinition } from '../../../contracts/definition.ts';
import type { RefusalPlan } from '../../../plan/operation.ts';
import type { Plan, ServiceRefusalPlan, VersioningPlan } from '../../../plan/plan.ts';

/** Refuses requests that name no version, one that is not served, or two. */
export const version: StepDefinition = {
  plan({ plan: { versioning } }) {
    const { placements, versions } = versioning;
    const retired = versions.some(({ status }) => status === 'retired') ? [{ condition: 'retired version' }] : [];
    const placed = placements.map((placement) => ({
      words: describePlacement(placement),
      refusals: [...listPlacementRefusals(placement), ...retired],
      line: placement.line,
    }));
    const ending = placed.length === 0 ? [] : versions.filter(({ afterSunset }) => afterSunset === 'gone');
    const ends = ending.map(({ name, sunset, line }) => ({
      words: `reject version ${name} from ${sunset} on`,
      refusals: [{ condition: 'retired version' }],
      line,
    }));
    return [...placed, ...ends];
  },
  create:
    () =>
    ({ version }) =>
      version?.refusal,
};

/** Returns the refusals of paths that name a version: they are given before an operation is found. */
export function listPathRefusals({ versioning }: Pick<Plan, 'versioning'>): readonly ServiceRefusalPlan[] {
  const { placements, versions } = versioning;
  const line = placements.find((placement) => placement.in === 'path')?.line;
  if (line === undefined) return [];
  const isOver = versions.some(({ status, afterSunset }) => status === 'retired' || afterSunset === 'gone');
  return [{ condition: 'unknown version', line }, ...(isOver ? [{ condition: 'retired version', line }] : [])];
}

type Placement = VersioningPlan['placements'][number];

function describePlacement({ in: place, name, whenAbsent }: Placement): string {
  const otherwise = whenAbsent === 'refused' ? 'required' : `default: ${whenAbsent}`;
  return `read the version from the ${place}${name === undefined ? '' : ` ${name}`}; ${otherwise}`;
}

function listPlacementRefusals({ whenAbsent }: Placement): readonly RefusalPlan[] {
  const unknown = { condition: 'unknown version' };
  return whenAbsent === 'refused' ? [unknown, { condition: 'version missing' }] : [unknown];
}
