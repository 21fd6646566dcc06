import type { Plan } from '../../plan/plan.ts';
import { buildVersionPrefix } from '../../plan/version/path.ts';
import type { AddressSettings } from '../answers/writer.ts';

/**
 * A plan, and the settings of its address, whose addresses name a version where requests name it in the path. Where they name it elsewhere,
 * links do so in their signature: a browser that follows one sends nothing else.
 */
export function resolveVersionAddress(
  plan: Plan,
  at: AddressSettings,
  version: string,
): { readonly plan: Plan; readonly at: AddressSettings } {
  const prefix = buildVersionPrefix(plan, version);
  if (prefix === undefined) return { plan, at: plan.versioning.placements.length === 0 ? at : { ...at, version } };
  const behind = (text: string): string => `${text.replace(/\/$/, '')}${prefix}`;
  const { known } = plan.base;
  const stated = { prefix: behind(plan.base.prefix), ...(known === undefined ? {} : { known: behind(known) }) };
  const { baseUrl } = at;
  return { plan: { ...plan, base: stated }, at: baseUrl === undefined ? at : { ...at, baseUrl: behind(baseUrl) } };
}

/** The version that the document states: the top row. */
export function topVersion({ versioning }: Plan): string | undefined {
  return versioning.versions[0]?.name;
}
