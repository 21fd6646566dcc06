import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { strictness } from '../../../expression/strictness.ts';
import { wordsOf } from '../../comparing/comparison.ts';
import { inNewNames } from '../../comparing/expressions.ts';
import type { RowPair } from './subjects.ts';

/** A guard holds otherwise. */
export const guardChanged: ChangeRule<RowPair> = {
  name: 'states/guard-changed',
  verb: 'behaviour',
  differs: 'a guard holds otherwise',
  requests: unclear('A client that calls the transition where only the older guard holds.'),
  find: ({ comparison, resource, called, old, now }) => {
    if (old === undefined || now === undefined) return undefined;
    const [was, is] = [old.plan.guard, now.plan.guard];
    if (
      was === 'closed' ||
      is === 'closed' ||
      strictness(inNewNames(comparison, { of: resource, operation: called }, was), is) !== 'unclear'
    )
      return undefined;
    return {
      where: called,
      what: `the guard of \`${called}\` holds otherwise`,
      old: old.model.span,
      now: now.model.span,
      row: { before: `guard \`${wordsOf(old.model.guard)}\`` },
    };
  },
};
