import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { bodySpan, type RefusalMember } from './subjects.ts';

/** The body of refusals no longer has a member. */
export const bodyMemberRemoved: ChangeRule<RefusalMember> = {
  name: 'errors/body-member-removed',
  verb: 'behaviour',
  differs: 'the body of refusals no longer has a member',
  answers: breaking('A client that reads it finds nothing there.'),
  find: ({ comparison, path, now }) =>
    now !== undefined
      ? undefined
      : {
          where: 'Body',
          what: `refusals have no \`${path}\` any more`,
          old: bodySpan(comparison.old),
          now: bodySpan(comparison.now),
        },
};
