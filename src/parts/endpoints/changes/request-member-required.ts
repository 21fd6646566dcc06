import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { BodyMember } from './members.ts';

/** A member of a body must be sent. */
export const requestMemberRequired: ChangeRule<BodyMember> = {
  name: 'endpoints/request-member-required',
  verb: 'behaviour',
  differs: 'a member of a body must be sent',
  requests: breaking('A client that leaves it out.'),
  find: ({ in: place, path, operation, old, now, oldSpan, nowSpan }) =>
    place !== 'request' || old === undefined || now === undefined || !old.optional || now.optional
      ? undefined
      : {
          where: operation.called,
          what: `\`${path}\` of the body of \`${operation.called}\` must be sent`,
          old: oldSpan,
          now: nowSpan,
        },
};
