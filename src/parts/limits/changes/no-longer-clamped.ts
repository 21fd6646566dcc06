import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { LimitPair } from './subjects.ts';

/** A page size beyond the limit is refused, it was cut down to it. */
export const noLongerClamped: ChangeRule<LimitPair> = {
  name: 'limits/no-longer-clamped',
  differs: 'a page size beyond the limit is refused, it was cut down to it',
  requests: breaking('A client that asks for larger pages.'),
  find: ({ name, old, now }) =>
    old?.model.beyond?.value !== 'clamp' || now === undefined || now.model.beyond?.value === 'clamp'
      ? undefined
      : {
          where: name,
          what: `a page size beyond \`${name}\` is refused`,
          old: old.model.beyond.span,
          now: now.model.beyond?.span ?? now.model.span,
        },
};
