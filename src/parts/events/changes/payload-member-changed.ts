import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { PayloadMember } from './subjects.ts';

/** A member of a payload is something else. */
export const payloadMemberChanged: ChangeRule<PayloadMember> = {
  name: 'events/payload-member-changed',
  verb: 'behaviour',
  differs: 'a member of a payload is something else',
  answers: breaking('A client that reads it as it was.'),
  find: ({ event, path, old, now, oldSpan, nowSpan }) =>
    old === undefined || now === undefined || old.holds === now.holds
      ? undefined
      : {
          where: `event ${event}`,
          what: `\`${path}\` of the payload of \`${event}\` is something else`,
          old: oldSpan,
          now: nowSpan,
        },
};
