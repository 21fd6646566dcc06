import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { LimitPair } from './subjects.ts';

/** A limit is no longer there. */
export const limitRemoved: ChangeRule<LimitPair> = {
  name: 'limits/limit-removed',
  differs: 'a limit is no longer there',
  requests: compatible,
  find: ({ name, old, now }) =>
    now !== undefined ? undefined : { where: name, what: `the limit \`${name}\` is gone`, old: old!.model.name.span },
};
