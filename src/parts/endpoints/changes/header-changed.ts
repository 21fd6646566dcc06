import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { equal, sameForm } from '../../../expression/form.ts';
import { inNewNames } from '../../comparing/expressions.ts';
import type { ResponsePair } from './responses.ts';

/** A header of an answer holds something else. */
export const headerChanged: ChangeRule<ResponsePair> = {
  name: 'endpoints/header-changed',
  verb: 'behaviour',
  differs: 'a header of an answer holds something else',
  answers: unclear('A client that reads it.'),
  find: ({ operation: { called, comparison, now: present }, old, now }) =>
    old === undefined || now === undefined
      ? undefined
      : now.plan.headers.flatMap(({ name, value }) => {
          const was = old.plan.headers.find((one) => one.name.toLowerCase() === name.toLowerCase());
          const at = { of: present.plan.resource, operation: called };
          if (was === undefined) return [];
          const plain = was.value === 'location' || 'role' in was.value;
          if (plain ? equal(was.value, value) : sameForm(inNewNames(comparison, at, was.value), value)) return [];
          return [
            {
              where: called,
              what: `the header \`${name}\` of \`${called}\` holds something else`,
              old: old.model.span,
              now: now.model.span,
            },
          ];
        }),
};
