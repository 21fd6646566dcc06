import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { equal } from '../../../expression/form.ts';
import type { CodePair } from './subjects.ts';

/** A code says something else in a column of the document's own. */
export const columnChanged: ChangeRule<CodePair> = {
  name: 'errors/column-changed',
  differs: "a code says something else in a column of the document's own",
  answers: unclear('A client that reads it in the body.'),
  find: ({ code, old, now }) =>
    old === undefined || now === undefined || equal(old.plan.own, now.plan.own)
      ? undefined
      : {
          where: code,
          what: `\`${code}\` says something else in a column of its own`,
          old: old.model.span,
          now: now.model.span,
        },
};
