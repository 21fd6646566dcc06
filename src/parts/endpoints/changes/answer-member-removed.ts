import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { type BodyMember, keepBeside } from './members.ts';

/** An answer no longer has a member. */
export const answerMemberRemoved: ChangeRule<BodyMember> = {
  name: 'endpoints/answer-member-removed',
  verb: 'behaviour',
  differs: 'an answer no longer has a member',
  answers: breaking('A client that reads it finds nothing there.'),
  find: ({ in: place, path, operation, now, oldSpan, nowSpan }) =>
    place !== 'answer' || now !== undefined
      ? undefined
      : {
          where: operation.called,
          what: `the answer of \`${operation.called}\` has no \`${path}\` any more`,
          old: oldSpan,
          now: nowSpan,
          advice: keepBeside,
        },
};
