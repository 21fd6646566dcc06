import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import type { CodePair } from './subjects.ts';

/** A code is reported at another field. */
export const fieldChanged: ChangeRule<CodePair> = {
  name: 'errors/field-changed',
  differs: 'a code is reported at another field',
  answers: unclear('A client that reads the fields of the body.'),
  find: ({ code, old, now }) =>
    old === undefined || now === undefined || old.plan.field === now.plan.field
      ? undefined
      : {
          where: code,
          what: `\`${code}\` is reported at another field`,
          old: old.model.field?.span ?? old.model.span,
          now: now.model.field?.span ?? now.model.span,
        },
};
