import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { BodyMember } from './members.ts';

/** An answer has a member that it had not. */
export const answerMemberAdded: ChangeRule<BodyMember> = {
  name: 'endpoints/answer-member-added',
  verb: 'behaviour',
  differs: 'an answer has a member that it had not',
  answers: compatible,
  find: ({ in: place, path, operation, old, oldSpan, nowSpan }) =>
    place !== 'answer' || old !== undefined
      ? undefined
      : {
          where: operation.called,
          what: `the answer of \`${operation.called}\` has \`${path}\``,
          old: oldSpan,
          now: nowSpan,
        },
};
