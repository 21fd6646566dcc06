import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import type { CodePair } from './subjects.ts';

/** There is a code that was not there. */
export const codeAdded: ChangeRule<CodePair> = {
  name: 'errors/code-added',
  verb: 'error added',
  differs: 'there is a code that was not there',
  answers: unclear('A client that meets it where it was answered otherwise before.'),
  find: ({ code, old, now, tookOver }) =>
    old !== undefined
      ? undefined
      : {
          where: code,
          what: `the code \`${code}\` is new`,
          now: now!.model.code.span,
          row: tookOver === undefined ? undefined : { callers: `as ${tookOver}` },
        },
};
