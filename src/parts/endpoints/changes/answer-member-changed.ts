import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { type BodyMember, keepBeside } from './members.ts';

/** A member of an answer is something else. */
export const answerMemberChanged: ChangeRule<BodyMember> = {
  name: 'endpoints/answer-member-changed',
  verb: 'behaviour',
  differs: 'a member of an answer is something else',
  answers: breaking('A client that reads it as it was.'),
  find: ({ in: place, path, operation, old, now, oldSpan, nowSpan }) =>
    place !== 'answer' || old === undefined || now === undefined || old.holds === now.holds
      ? undefined
      : {
          where: operation.called,
          what: `\`${path}\` of the answer of \`${operation.called}\` is something else`,
          old: oldSpan,
          now: nowSpan,
          advice: keepBeside,
        },
};
