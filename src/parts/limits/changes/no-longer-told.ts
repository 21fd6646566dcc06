import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { setsOf } from '../../comparing/comparison.ts';
import type { ToldPair } from './subjects.ts';

/** A header field no longer tells what is left of a limit. */
export const noLongerTold: ChangeRule<ToldPair> = {
  name: 'limits/no-longer-told',
  differs: 'a header field no longer tells what is left of a limit',
  answers: breaking('A client that reads it.'),
  find: ({ old, now }) =>
    setsOf(old.plan.toldIn, now.plan.toldIn).less.map((header) => ({
      where: 'Told in',
      what: `limits are no longer told in \`${header}\``,
      old: old.service.limits.toldIn.find(({ value }) => value === header)?.span,
      now: now.service.limits.toldIn[0]?.span,
    })),
};
