import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { MachinePair } from './subjects.ts';

/** Records begin in another state. */
export const initialStateChanged: ChangeRule<MachinePair> = {
  name: 'states/initial-state-changed',
  verb: 'behaviour',
  differs: 'records begin in another state',
  answers: breaking('A client that creates a record and goes on from the older first state.'),
  find: ({ comparison, resource, called, old, now }) => {
    if (old === undefined || now === undefined) return undefined;
    const first = (plan: typeof now.plan) => plan.states.find(({ kind }) => kind === 'initial')?.name;
    const [was, is] = [first(old.plan), first(now.plan)];
    if (was === undefined || is === undefined || comparison.renamed.value(resource, now.plan.field ?? '', is) === was)
      return undefined;
    return {
      where: called,
      what: `records of \`${resource}\` begin in \`${is}\`, no longer in \`${was}\``,
      old: old.model.span,
      now: now.model.span,
    };
  },
};
