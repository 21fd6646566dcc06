import { type ChangeRule, compatible, unclear } from '../../../changes/rule.ts';
import { strictness } from '../../../expression/strictness.ts';
import { cell } from '../../comparing/comparison.ts';
import { inNewNames } from '../../comparing/expressions.ts';
import type { RulePair } from './subjects.ts';

/** A rule holds more often. */
export const ruleLooser: ChangeRule<RulePair> = {
  name: 'resources/rule-looser',
  verb: 'constraint',
  differs: 'a rule holds more often',
  requests: compatible,
  answers: unclear('A client that relies on what the older rule held.'),
  find: ({ comparison, of, name, old, now }) => {
    if (old === undefined || now === undefined) return undefined;
    if (strictness(inNewNames(comparison, { of }, old.plan.holds), now.plan.holds) !== 'looser') return undefined;
    return {
      where: name,
      what: `the rule \`${name}\` allows more`,
      old: old.model.holds?.span,
      now: now.model.holds?.span,
      row: { change: 'behaviour', before: `\`${cell(comparison.old.service.source, old.model.holds!.span)}\`` },
    };
  },
};
