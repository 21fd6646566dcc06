import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import { strictness } from '../../../expression/strictness.ts';
import { wordsOf } from '../../comparing/comparison.ts';
import { inNewNames } from '../../comparing/expressions.ts';
import type { RowPair } from './subjects.ts';

/** A guard holds more often. */
export const guardLooser: ChangeRule<RowPair> = {
  name: 'states/guard-looser',
  verb: 'behaviour',
  differs: 'a guard holds more often',
  requests: compatible,
  find: ({ comparison, resource, called, old, now }) => {
    if (old === undefined || now === undefined) return undefined;
    const [was, is] = [old.plan.guard, now.plan.guard];
    const looser =
      was === 'closed'
        ? is !== 'closed'
        : is !== 'closed' &&
          strictness(inNewNames(comparison, { of: resource, operation: called }, was), is) === 'looser';
    if (!looser) return undefined;
    return {
      where: called,
      what: `the guard of \`${called}\` allows more`,
      old: old.model.span,
      now: now.model.span,
      row: { before: `guard \`${wordsOf(old.model.guard)}\`` },
    };
  },
};
