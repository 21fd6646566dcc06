import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { type BodyMember, keepBeside } from './members.ts';

/** A body must have a member that it had not. */
export const requestMemberNeeded: ChangeRule<BodyMember> = {
  name: 'endpoints/request-member-needed',
  verb: 'behaviour',
  differs: 'a body must have a member that it had not',
  requests: breaking('A client that sends the older body.'),
  find: ({ in: place, path, operation, old, now, oldSpan, nowSpan }) =>
    place !== 'request' || old !== undefined || now!.optional
      ? undefined
      : {
          where: operation.called,
          what: `the body of \`${operation.called}\` must have \`${path}\``,
          old: oldSpan,
          now: nowSpan,
          advice: keepBeside,
        },
};
