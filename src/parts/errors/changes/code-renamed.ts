import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { CodePair } from './subjects.ts';

/** A code has another name. */
export const codeRenamed: ChangeRule<CodePair> = {
  name: 'errors/code-renamed',
  verb: 'renamed',
  differs: 'a code has another name',
  answers: breaking('A client that knows it by its older name.'),
  find: ({ code, old, now }) =>
    old === undefined || now === undefined || old.plan.code === now.plan.code
      ? undefined
      : {
          where: code,
          what: `the code \`${old.plan.code}\` is called \`${code}\``,
          old: old.model.code.span,
          now: now.model.code.span,
          row: { before: old.plan.code },
        },
};
