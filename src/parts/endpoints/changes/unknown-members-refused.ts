import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { ServicePair } from './service.ts';

/** Members that are not stated are refused, they were ignored. */
export const unknownMembersRefused: ChangeRule<ServicePair> = {
  name: 'endpoints/unknown-members-refused',
  differs: 'members that are not stated are refused, they were ignored',
  requests: breaking('A client that sends members or parameters that are not stated.'),
  find: ({ old, now }) =>
    old.plan.unknownMembers === 'refused' || now.plan.unknownMembers === 'ignored'
      ? undefined
      : {
          where: 'Unknown members',
          what: 'unknown members are refused',
          old: old.service.endpoints.unknownMembers?.span,
          now: now.service.endpoints.unknownMembers?.span,
        },
};
