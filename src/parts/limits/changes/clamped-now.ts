import { type ChangeRule, compatible, unclear } from '../../../changes/rule.ts';
import type { LimitPair } from './subjects.ts';

/** A page size beyond the limit is cut down to it, it was refused. */
export const clampedNow: ChangeRule<LimitPair> = {
  name: 'limits/clamped-now',
  differs: 'a page size beyond the limit is cut down to it, it was refused',
  requests: compatible,
  answers: unclear('A client that expects as many records as it asks for.'),
  find: ({ name, old, now }) =>
    old === undefined || old.model.beyond?.value === 'clamp' || now?.model.beyond?.value !== 'clamp'
      ? undefined
      : {
          where: name,
          what: `a page size beyond \`${name}\` is cut down to it`,
          old: old.model.beyond?.span ?? old.model.span,
          now: now.model.beyond.span,
        },
};
