import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { MachinePair } from './subjects.ts';

/** Records in a state answer that they are gone. */
export const stateGone: ChangeRule<MachinePair> = {
  name: 'states/state-gone',
  verb: 'behaviour',
  differs: 'records in a state answer that they are gone',
  answers: breaking('A client that reads a record in this state.'),
  find: ({ comparison, resource, called, old, now }) => {
    if (old === undefined || now === undefined) return undefined;
    const field = now.plan.field ?? '';
    return now.plan.states.flatMap(({ name, kind }) => {
      const was = old.plan.states.find((state) => state.name === comparison.renamed.value(resource, field, name));
      if (was === undefined || kind !== 'gone' || was.kind === 'gone') return [];
      return [
        {
          where: `${called} ${name}`,
          what: `a record of \`${resource}\` in \`${name}\` is gone`,
          old: old.model.span,
          now: now.model.states.find((state) => state.name.value === name)?.span,
        },
      ];
    });
  },
};
