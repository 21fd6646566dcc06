import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { PayloadMember } from './subjects.ts';

/** A member of a payload may be absent. */
export const payloadMemberOptional: ChangeRule<PayloadMember> = {
  name: 'events/payload-member-optional',
  verb: 'behaviour',
  differs: 'a member of a payload may be absent',
  answers: breaking('A client that relies on its being there.'),
  find: ({ event, path, old, now, oldSpan, nowSpan }) =>
    old === undefined || now === undefined || old.optional || !now.optional
      ? undefined
      : {
          where: `event ${event}`,
          what: `\`${path}\` of the payload of \`${event}\` may be absent`,
          old: oldSpan,
          now: nowSpan,
        },
};
