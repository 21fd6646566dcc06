import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { type BodyMember, keepBeside } from './members.ts';

/** A member of a body is of another type. */
export const requestMemberChanged: ChangeRule<BodyMember> = {
  name: 'endpoints/request-member-changed',
  verb: 'behaviour',
  differs: 'a member of a body is of another type',
  requests: breaking('A client that sends the older type.'),
  find: ({ in: place, path, operation, old, now, oldSpan, nowSpan }) =>
    place !== 'request' || old === undefined || now === undefined || old.holds === now.holds
      ? undefined
      : {
          where: operation.called,
          what: `\`${path}\` of the body of \`${operation.called}\` is of another type`,
          old: oldSpan,
          now: nowSpan,
          advice: keepBeside,
        },
};
