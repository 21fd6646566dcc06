import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { BodyMember } from './members.ts';

/** A member of an answer may be absent. */
export const answerMemberOptional: ChangeRule<BodyMember> = {
  name: 'endpoints/answer-member-optional',
  verb: 'behaviour',
  differs: 'a member of an answer may be absent',
  answers: breaking('A client that relies on its being there.'),
  find: ({ in: place, path, operation, old, now, oldSpan, nowSpan }) =>
    place !== 'answer' || old === undefined || now === undefined || old.optional || !now.optional
      ? undefined
      : {
          where: operation.called,
          what: `\`${path}\` of the answer of \`${operation.called}\` may be absent`,
          old: oldSpan,
          now: nowSpan,
        },
};
