import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import type { ServicePair } from './service.ts';

/** The address of the service is stated where it was left to the deployment. */
export const baseAddressStated: ChangeRule<ServicePair> = {
  name: 'endpoints/base-address-stated',
  differs: 'the address of the service is stated where it was left to the deployment',
  requests: unclear('A client that calls the address that the deployment has.'),
  find: ({ old, now }) => {
    if (old.plan.base.known !== undefined || now.plan.base.known === undefined) return undefined;
    return {
      where: 'Base address',
      what: `the base address is \`${now.plan.base.known}\``,
      old: old.service.endpoints.baseAddress?.span,
      now: now.service.endpoints.baseAddress?.span,
    };
  },
};
