import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import type { PurposePair } from './subjects.ts';

/** The service is used under other terms. */
export const termsChanged: ChangeRule<PurposePair> = {
  name: 'purpose/terms-changed',
  differs: 'the service is used under other terms',
  requests: unclear('A client whose use the older terms allowed.'),
  find: ({ old, now }) =>
    old.plan.purpose.terms === now.plan.purpose.terms
      ? undefined
      : {
          where: 'Terms',
          what: 'the terms are others',
          old: old.service.purpose.terms?.span,
          now: now.service.purpose.terms?.span,
        },
};
