import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { equal } from '../../../expression/form.ts';
import type { LimitPair } from './subjects.ts';

/** A limit is counted for others: by credential, address, attribute, or all together. */
export const countedOtherwise: ChangeRule<LimitPair> = {
  name: 'limits/counted-otherwise',
  differs: 'a limit is counted for others: by credential, address, attribute, or all together',
  requests: unclear('A client that shares what it now counts by with others.'),
  find: ({ name, old, now }) =>
    old === undefined || now === undefined || equal(old.model.per?.value, now.model.per?.value)
      ? undefined
      : {
          where: name,
          what: `the limit \`${name}\` is counted otherwise`,
          old: old.model.per?.span ?? old.model.span,
          now: now.model.per?.span ?? now.model.span,
        },
};
