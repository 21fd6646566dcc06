import type { Incoming } from '../../contracts/request-context.ts';
import {
  type CrossSiteCheck,
  createCrossSiteCheck,
  createOriginCheck,
} from '../../parts/endpoints/serve/cross-site.ts';
import type { Plan } from '../../plan/plan.ts';
import { createHostCheck } from './host-check.ts';

/** Checks by which no page of another site acts through the browser of a user; undefined where none could. */
export interface ForeignChecks<Check = CrossSiteCheck | undefined> {
  /** Refuses requests of pages of another origin. */
  readonly crossSite: Check;
  /** Whether a request names another host than the service. */
  readonly namesOther: ((incoming: Incoming) => boolean) | undefined;
}

/** Creates the checks of the service, and those of the endpoint for agents, which has them whatever its clients authenticate by. */
export function createForeignChecks(
  plan: Plan,
  base: string,
  anyHost = false,
): { readonly own: ForeignChecks; readonly agents: ForeignChecks<CrossSiteCheck> } {
  const namesOther = anyHost ? undefined : createHostCheck(base);
  const isOpen = plan.authentication.schemes.every(({ disabled }) => disabled === true);
  return {
    own: { crossSite: createCrossSiteCheck(plan, base), namesOther: isOpen ? namesOther : undefined },
    agents: { crossSite: createOriginCheck(plan, base), namesOther },
  };
}
