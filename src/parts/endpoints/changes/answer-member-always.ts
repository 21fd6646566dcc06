import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { BodyMember } from './members.ts';

/** A member of an answer is always there. */
export const answerMemberAlways: ChangeRule<BodyMember> = {
  name: 'endpoints/answer-member-always',
  verb: 'behaviour',
  differs: 'a member of an answer is always there',
  answers: compatible,
  find: ({ in: place, path, operation, old, now, oldSpan, nowSpan }) =>
    place !== 'answer' || old === undefined || now === undefined || !old.optional || now.optional
      ? undefined
      : {
          where: operation.called,
          what: `\`${path}\` of the answer of \`${operation.called}\` is always there`,
          old: oldSpan,
          now: nowSpan,
        },
};
