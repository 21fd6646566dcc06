import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { BodyMember } from './members.ts';

/** A member of a body may be left out. */
export const requestMemberOptional: ChangeRule<BodyMember> = {
  name: 'endpoints/request-member-optional',
  verb: 'behaviour',
  differs: 'a member of a body may be left out',
  requests: compatible,
  find: ({ in: place, path, operation, old, now, oldSpan, nowSpan }) =>
    place !== 'request' || old === undefined || now === undefined || old.optional || !now.optional
      ? undefined
      : {
          where: operation.called,
          what: `\`${path}\` of the body of \`${operation.called}\` may be left out`,
          old: oldSpan,
          now: nowSpan,
        },
};
