import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { MachinePair } from './subjects.ts';

/** A state has another name. */
export const stateRenamed: ChangeRule<MachinePair> = {
  name: 'states/state-renamed',
  verb: 'renamed',
  differs: 'a state has another name',
  requests: breaking('A client that filters by the older name.'),
  answers: breaking('A client that knows only the older name.'),
  find: ({ comparison, resource, called, old, now }) => {
    if (old === undefined || now === undefined) return undefined;
    const known = new Set(old.plan.states.map(({ name }) => name));
    return now.plan.states.flatMap(({ name }) => {
      const was = comparison.renamed.value(resource, now.plan.field ?? '', name);
      if (was === name || !known.has(was)) return [];
      const span = (model: typeof now.model, of: string) =>
        model.states.find((state) => state.name.value === of)?.name.span;
      return [
        {
          where: `${called} ${name}`,
          what: `the state \`${was}\` of \`${resource}\` is called \`${name}\``,
          old: span(old.model, was),
          now: span(now.model, name),
          row: { before: was },
        },
      ];
    });
  },
};
