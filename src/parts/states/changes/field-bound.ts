import { breaking, type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { MachinePair } from './subjects.ts';

/** A field is bound in a state in which it was not. */
export const fieldBound: ChangeRule<MachinePair> = {
  name: 'states/field-bound',
  verb: 'behaviour',
  differs: 'a field is bound in a state in which it was not',
  requests: breaking('A client that changes the field, sends it or leaves it out in that state.'),
  answers: compatible,
  find: ({ comparison, resource, called, old, now }) => {
    if (old === undefined || now === undefined) return undefined;
    const bound = new Map(
      old.plan.matrix.flatMap(({ field, cells }) =>
        Object.entries(cells).map(([state, word]) => [`${field} ${state}`, word] as const),
      ),
    );
    const states = new Set(old.plan.states.map(({ name }) => name));
    return now.plan.matrix.flatMap(({ field, cells }) =>
      Object.entries(cells).flatMap(([state, word]) => {
        const before = comparison.renamed.value(resource, now.plan.field ?? '', state);
        const was = bound.get(`${comparison.renamed.field(resource, field)} ${before}`);
        if (was === word || !states.has(before)) return [];
        const row = now.model.matrix?.rows.find((one) => one.field.value === field);
        return [
          {
            where: `${called} ${state}`,
            what: `\`${field}\` is ${word} in \`${state}\`${was === undefined ? '' : `, it was ${was}`}`,
            old: old.model.matrix?.rows[0]?.span,
            now: row?.span,
          },
        ];
      }),
    );
  },
};
