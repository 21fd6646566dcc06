import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import type { MachinePair } from './subjects.ts';

/** A state becomes final, or is final no longer. */
export const stateFinal: ChangeRule<MachinePair> = {
  name: 'states/state-final',
  verb: 'behaviour',
  differs: 'a state becomes final, or is final no longer',
  answers: unclear('A client that waits for a record to leave this state, or takes it for settled.'),
  find: ({ comparison, resource, called, old, now }) => {
    if (old === undefined || now === undefined) return undefined;
    const field = now.plan.field ?? '';
    return now.plan.states.flatMap(({ name, kind }) => {
      const was = old.plan.states.find((state) => state.name === comparison.renamed.value(resource, field, name));
      if (
        was === undefined ||
        kind === 'gone' ||
        (was.kind ?? '').replace('gone', 'final') === (kind ?? '') ||
        (kind !== 'final' && was.kind !== 'final' && was.kind !== 'gone')
      )
        return [];
      return [
        {
          where: `${called} ${name}`,
          what: `\`${name}\` of \`${resource}\` is ${kind === 'final' ? 'final' : 'no longer final'}`,
          old: old.model.span,
          now: now.model.states.find((state) => state.name.value === name)?.span,
        },
      ];
    });
  },
};
