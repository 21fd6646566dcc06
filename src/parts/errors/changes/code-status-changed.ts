import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { CodePair } from './subjects.ts';

/** A code has another status. */
export const codeStatusChanged: ChangeRule<CodePair> = {
  name: 'errors/code-status-changed',
  verb: 'status',
  differs: 'a code has another status',
  answers: breaking('A client that tells by the status what happened.'),
  find: ({ code, old, now }) =>
    old === undefined || now === undefined || old.plan.status === now.plan.status
      ? undefined
      : {
          where: code,
          what: `\`${code}\` is answered with ${now.plan.status}, it was ${old.plan.status}`,
          old: old.model.status?.span,
          now: now.model.status?.span,
          row: { where: `code ${code}`, before: String(old.plan.status) },
        },
};
