import type { Plan } from '../../plan/plan.ts';
import { buildVersionPrefix } from '../../plan/version/path.ts';

/** A plan, and the base address of a setting, whose addresses name a version where requests name it in the path. */
export function resolveVersionAddress(
  plan: Plan,
  base: string | undefined,
  version: string,
): { readonly plan: Plan; readonly base: string | undefined } {
  const prefix = buildVersionPrefix(plan, version);
  if (prefix === undefined) return { plan, base };
  const behind = (text: string): string => `${text.replace(/\/$/, '')}${prefix}`;
  const { known } = plan.base;
  const stated = { prefix: behind(plan.base.prefix), ...(known === undefined ? {} : { known: behind(known) }) };
  return { plan: { ...plan, base: stated }, base: base === undefined ? undefined : behind(base) };
}

/** The version that the document states: the top row. */
export function topVersion({ versioning }: Plan): string | undefined {
  return versioning.versions[0]?.name;
}
