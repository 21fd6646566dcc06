import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { LimitPair } from './subjects.ts';

/** There is a limit that was not there. */
export const limitAdded: ChangeRule<LimitPair> = {
  name: 'limits/limit-added',
  differs: 'there is a limit that was not there',
  requests: breaking('A client that does more than the limit allows.'),
  find: ({ name, old, now }) =>
    old !== undefined ? undefined : { where: name, what: `the limit \`${name}\` is new`, now: now!.model.name.span },
};
