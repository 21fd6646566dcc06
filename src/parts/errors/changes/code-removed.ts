import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { CodePair } from './subjects.ts';

/** A code is no longer there. */
export const codeRemoved: ChangeRule<CodePair> = {
  name: 'errors/code-removed',
  verb: 'error removed',
  differs: 'a code is no longer there',
  answers: breaking('A client that looks for it.'),
  find: ({ code, old, now }) =>
    now !== undefined ? undefined : { where: code, what: `the code \`${code}\` is gone`, old: old!.model.code.span },
};
