import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import { setsOf } from '../../comparing/comparison.ts';
import type { ToldPair } from './subjects.ts';

/** A header field tells what is left of a limit. */
export const toldNow: ChangeRule<ToldPair> = {
  name: 'limits/told-now',
  differs: 'a header field tells what is left of a limit',
  answers: compatible,
  find: ({ old, now }) =>
    setsOf(old.plan.toldIn, now.plan.toldIn).more.map((header) => ({
      where: 'Told in',
      what: `limits are told in \`${header}\``,
      old: old.service.limits.toldIn[0]?.span,
      now: now.service.limits.toldIn.find(({ value }) => value === header)?.span,
    })),
};
