import { unknown } from '../../../changes/row.ts';
import { breaking, type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { MachinePair } from './subjects.ts';

/** A state is no longer there. */
export const stateRemoved: ChangeRule<MachinePair> = {
  name: 'states/state-removed',
  verb: 'value removed',
  differs: 'a state is no longer there',
  requests: breaking('A client that filters by it, or waits for it.'),
  answers: compatible,
  find: ({ comparison, resource, called, old, now }) => {
    if (old === undefined || now === undefined) return undefined;
    const field = now.plan.field ?? '';
    const asked = old.side.exposure.asked.has(`${resource}.${old.plan.field}`);
    const known = new Set(now.plan.states.map(({ name }) => comparison.renamed.value(resource, field, name)));
    return old.plan.states
      .filter(({ name }) => !known.has(name))
      .map(({ name }) => ({
        where: `${called} ${name}`,
        what: `records of \`${resource}\` are never in the state \`${name}\``,
        old: old.model.states.find((state) => state.name.value === name)?.name.span,
        now: now.model.span,
        row: asked
          ? { callers: `as ${unknown}`, open: `the state that older callers mean who ask for \`${name}\`` }
          : undefined,
      }));
  },
};
