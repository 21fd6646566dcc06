import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import { bodySpan, type RefusalMember } from './subjects.ts';

/** The body of refusals has a member that it had not. */
export const bodyMemberAdded: ChangeRule<RefusalMember> = {
  name: 'errors/body-member-added',
  verb: 'behaviour',
  differs: 'the body of refusals has a member that it had not',
  answers: compatible,
  find: ({ comparison, path, old }) =>
    old !== undefined
      ? undefined
      : {
          where: 'Body',
          what: `refusals have \`${path}\``,
          old: bodySpan(comparison.old),
          now: bodySpan(comparison.now),
        },
};
