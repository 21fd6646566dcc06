import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { sameForm } from '../../../expression/form.ts';
import { inNewNames } from '../../comparing/expressions.ts';
import type { ResponsePair } from './members.ts';

/** A response is given at another condition. */
export const responseWhenChanged: ChangeRule<ResponsePair> = {
  name: 'endpoints/response-when-changed',
  verb: 'behaviour',
  differs: 'a response is given at another condition',
  answers: unclear('A client that expects the older response in a case that is now answered otherwise.'),
  find: ({ operation: { called, comparison, now: present }, old, now }) => {
    if (
      old === undefined ||
      now === undefined ||
      sameForm(inNewNames(comparison, { of: present.plan.resource, operation: called }, old.plan.when), now.plan.when)
    )
      return undefined;
    return {
      where: called,
      what: `\`${called}\` answers ${now.plan.status} at another condition`,
      old: old.model.when?.span ?? old.model.span,
      now: now.model.when?.span ?? now.model.span,
    };
  },
};
