import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { BodyMember } from './members.ts';

/** A body may have a member that it could not have. */
export const requestMemberAdded: ChangeRule<BodyMember> = {
  name: 'endpoints/request-member-added',
  verb: 'behaviour',
  differs: 'a body may have a member that it could not have',
  requests: compatible,
  find: ({ in: place, path, operation, old, now, oldSpan, nowSpan }) =>
    place !== 'request' || old !== undefined || !now!.optional
      ? undefined
      : {
          where: operation.called,
          what: `the body of \`${operation.called}\` may have \`${path}\``,
          old: oldSpan,
          now: nowSpan,
        },
};
