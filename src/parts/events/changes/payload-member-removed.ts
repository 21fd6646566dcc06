import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { PayloadMember } from './subjects.ts';

/** A payload no longer has a member. */
export const payloadMemberRemoved: ChangeRule<PayloadMember> = {
  name: 'events/payload-member-removed',
  verb: 'behaviour',
  differs: 'a payload no longer has a member',
  answers: breaking('A client that reads it finds nothing there.'),
  find: ({ event, path, now, oldSpan, nowSpan }) =>
    now !== undefined
      ? undefined
      : {
          where: `event ${event}`,
          what: `the payload of \`${event}\` has no \`${path}\` any more`,
          old: oldSpan,
          now: nowSpan,
        },
};
