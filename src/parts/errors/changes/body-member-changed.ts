import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { bodySpan, type RefusalMember } from './subjects.ts';

/** A member of the body of refusals is something else. */
export const bodyMemberChanged: ChangeRule<RefusalMember> = {
  name: 'errors/body-member-changed',
  verb: 'behaviour',
  differs: 'a member of the body of refusals is something else',
  answers: breaking('A client that reads it as it was.'),
  find: ({ comparison, path, old, now }) =>
    old === undefined || now === undefined || (old.holds === now.holds && old.optional === now.optional)
      ? undefined
      : {
          where: 'Body',
          what: `\`${path}\` of refusals is something else`,
          old: bodySpan(comparison.old),
          now: bodySpan(comparison.now),
        },
};
