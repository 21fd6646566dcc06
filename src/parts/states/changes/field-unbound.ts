import { type ChangeRule, compatible, unclear } from '../../../changes/rule.ts';
import type { MachinePair } from './subjects.ts';

/** A field is no longer bound in a state. */
export const fieldUnbound: ChangeRule<MachinePair> = {
  name: 'states/field-unbound',
  verb: 'behaviour',
  differs: 'a field is no longer bound in a state',
  requests: compatible,
  answers: unclear('A client that relies on the field staying as it is, or being there, in that state.'),
  find: ({ comparison, resource, called, old, now }) => {
    if (old === undefined || now === undefined) return undefined;
    const after = new Map(
      now.plan.matrix.map(({ field, cells }) => [comparison.renamed.field(resource, field), cells]),
    );
    const kept = new Map(
      now.plan.states.map(({ name }) => [comparison.renamed.value(resource, now.plan.field ?? '', name), name]),
    );
    return old.plan.matrix.flatMap(({ field, cells }) =>
      Object.entries(cells).flatMap(([state, word]) => {
        const present = kept.get(state);
        if (present === undefined || after.get(field)?.[present] !== undefined) return [];
        const row = old.model.matrix?.rows.find((one) => one.field.value === field);
        return [
          {
            where: `${called} ${present}`,
            what: `\`${field}\` is no longer ${word} in \`${present}\``,
            old: row?.span,
            now: now.model.matrix?.rows[0]?.span ?? now.model.span,
          },
        ];
      }),
    );
  },
};
