import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { type BodyMember, keepBeside } from './members.ts';

/** A body may no longer have a member. */
export const requestMemberRemoved: ChangeRule<BodyMember> = {
  name: 'endpoints/request-member-removed',
  verb: 'behaviour',
  differs: 'a body may no longer have a member',
  requests: breaking('A client that sends it.'),
  find: ({ in: place, path, operation, now, oldSpan, nowSpan }) =>
    place !== 'request' || now !== undefined
      ? undefined
      : {
          where: operation.called,
          what: `the body of \`${operation.called}\` has no \`${path}\` any more`,
          old: oldSpan,
          now: nowSpan,
          advice: keepBeside,
        },
};
