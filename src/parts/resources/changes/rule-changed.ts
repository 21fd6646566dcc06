import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { strictness } from '../../../expression/strictness.ts';
import { cell } from '../../comparing/comparison.ts';
import { inNewNames } from '../../comparing/expressions.ts';
import type { RulePair } from './subjects.ts';

/** A rule holds otherwise. */
export const ruleChanged: ChangeRule<RulePair> = {
  name: 'resources/rule-changed',
  verb: 'constraint',
  differs: 'a rule holds otherwise',
  requests: unclear('A client that writes what the older rule allowed.'),
  find: ({ comparison, of, name, old, now }) => {
    if (old === undefined || now === undefined) return undefined;
    if (strictness(inNewNames(comparison, { of }, old.plan.holds), now.plan.holds) !== 'unclear') return undefined;
    return {
      where: name,
      what: `the rule \`${name}\` holds otherwise`,
      old: old.model.holds?.span,
      now: now.model.holds?.span,
      row: { change: 'behaviour', before: `\`${cell(comparison.old.service.source, old.model.holds!.span)}\`` },
    };
  },
};
