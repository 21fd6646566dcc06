import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { strictness } from '../../../expression/strictness.ts';
import { cell } from '../../comparing/comparison.ts';
import { inNewNames } from '../../comparing/expressions.ts';
import type { RulePair } from './subjects.ts';

/** A rule holds less often. */
export const ruleTighter: ChangeRule<RulePair> = {
  name: 'resources/rule-tighter',
  verb: 'constraint',
  differs: 'a rule holds less often',
  requests: breaking('A client that writes what the older rule allowed.'),
  find: ({ comparison, of, name, old, now }) => {
    if (old === undefined || now === undefined) return undefined;
    if (strictness(inNewNames(comparison, { of }, old.plan.holds), now.plan.holds) !== 'tighter') return undefined;
    return {
      where: name,
      what: `the rule \`${name}\` allows less`,
      old: old.model.holds?.span,
      now: now.model.holds?.span,
      row: { change: 'behaviour', before: `\`${cell(comparison.old.service.source, old.model.holds!.span)}\`` },
    };
  },
};
