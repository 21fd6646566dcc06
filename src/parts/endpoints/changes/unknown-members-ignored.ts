import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { ServicePair } from './service.ts';

/** Members that are not stated are ignored, they were refused. */
export const unknownMembersIgnored: ChangeRule<ServicePair> = {
  name: 'endpoints/unknown-members-ignored',
  differs: 'members that are not stated are ignored, they were refused',
  requests: compatible,
  find: ({ old, now }) =>
    old.plan.unknownMembers === 'ignored' || now.plan.unknownMembers === 'refused'
      ? undefined
      : {
          where: 'Unknown members',
          what: 'unknown members are ignored',
          old: old.service.endpoints.unknownMembers?.span,
          now: now.service.endpoints.unknownMembers?.span,
        },
};
