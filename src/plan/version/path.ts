import type { Plan } from '../plan.ts';

/** The prefix of paths if a placement in the path states none. */
export const defaultPathPrefix = '/v{version}';

/** How paths name a version: the text before and after its name. */
export interface VersionPath {
  readonly before: string;
  readonly behind: string;
}

/** Returns how paths name a version, as the first Placement in the path states it; undefined if none does. */
export function parseVersionPath({ versioning }: Plan): VersionPath | undefined {
  const placement = versioning.placements.find((candidate) => candidate.in === 'path');
  if (placement === undefined) return undefined;
  const [before = '', behind = ''] = (placement.name ?? defaultPathPrefix).split('{version}');
  return { before, behind };
}

/** Returns the text before the paths of a version; undefined if paths do not name it. */
export function buildVersionPrefix(plan: Plan, version: string): string | undefined {
  const path = parseVersionPath(plan);
  return path && `${path.before}${version}${path.behind}`;
}
