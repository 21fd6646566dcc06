import { unknown } from '../../../changes/row.ts';
import { breaking, type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { MachinePair } from './subjects.ts';

/** There is a state that was not there. */
export const stateAdded: ChangeRule<MachinePair> = {
  name: 'states/state-added',
  verb: 'value added',
  differs: 'there is a state that was not there',
  requests: compatible,
  answers: breaking('A client that knows only the older states meets a record in one that it does not know.'),
  find: ({ comparison, resource, called, old, now }) => {
    if (old === undefined || now === undefined) return undefined;
    const field = now.plan.field ?? '';
    const known = new Set(old.plan.states.map(({ name }) => name));
    const shown = now.side.exposure.shown.has(`${resource}.${field}`);
    return now.plan.states
      .filter(({ name }) => !known.has(comparison.renamed.value(resource, field, name)))
      .map(({ name }) => ({
        where: `${called} ${name}`,
        what: `records of \`${resource}\` may be in the state \`${name}\``,
        old: old.model.span,
        now: now.model.states.find((state) => state.name.value === name)?.name.span,
        answers: shown,
        row: shown
          ? { callers: `as ${unknown}`, open: `the older state that older callers see in place of \`${name}\`` }
          : undefined,
      }));
  },
};
