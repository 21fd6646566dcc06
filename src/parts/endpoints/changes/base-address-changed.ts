import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { ServicePair } from './service.ts';

/** The service has another address. */
export const baseAddressChanged: ChangeRule<ServicePair> = {
  name: 'endpoints/base-address-changed',
  differs: 'the service has another address',
  requests: breaking('A client that calls the older address.'),
  answers: breaking('A client that keeps the addresses it was given.'),
  find: ({ old, now }) => {
    const [was, is] = [old.plan.base.known ?? '', now.plan.base.known ?? ''];
    if (was === is || was === '') return undefined;
    return {
      where: 'Base address',
      what: is === '' ? `the base address is no longer \`${was}\`` : `the base address is \`${is}\`, it was \`${was}\``,
      old: old.service.endpoints.baseAddress?.span,
      now: now.service.endpoints.baseAddress?.span,
    };
  },
};
