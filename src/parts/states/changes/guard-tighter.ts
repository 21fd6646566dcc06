import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { strictness } from '../../../expression/strictness.ts';
import { wordsOf } from '../../comparing/comparison.ts';
import { inNewNames } from '../../comparing/expressions.ts';
import type { RowPair } from './subjects.ts';

/** A guard holds less often. */
export const guardTighter: ChangeRule<RowPair> = {
  name: 'states/guard-tighter',
  verb: 'behaviour',
  differs: 'a guard holds less often',
  requests: breaking('A client that calls the transition where only the older guard holds.'),
  find: ({ comparison, resource, called, old, now }) => {
    if (old === undefined || now === undefined) return undefined;
    const [was, is] = [old.plan.guard, now.plan.guard];
    const tighter =
      is === 'closed'
        ? was !== 'closed'
        : was !== 'closed' &&
          strictness(inNewNames(comparison, { of: resource, operation: called }, was), is) === 'tighter';
    if (!tighter) return undefined;
    const before = wordsOf(old.model.guard);
    return {
      where: called,
      what: `the guard of \`${called}\` allows less`,
      old: old.model.span,
      now: now.model.span,
      row: { before: before === '' ? '' : `guard \`${before}\`` },
    };
  },
};
