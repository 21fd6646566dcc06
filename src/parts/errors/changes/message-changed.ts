import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { CodePair } from './subjects.ts';

/** A code has another message. */
export const messageChanged: ChangeRule<CodePair> = {
  name: 'errors/message-changed',
  differs: 'a code has another message',
  answers: compatible,
  find: ({ code, old, now }) =>
    old === undefined || now === undefined || old.plan.message === now.plan.message
      ? undefined
      : {
          where: code,
          what: `the message of \`${code}\` is another`,
          old: old.model.message?.span ?? old.model.span,
          now: now.model.message?.span ?? now.model.span,
        },
};
