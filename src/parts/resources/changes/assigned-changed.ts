import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { equal } from '../../../expression/form.ts';
import { pathInNewNames } from '../../comparing/expressions.ts';
import { both } from './schemas.ts';
import type { FieldPair } from './subjects.ts';

/** The service gives a field its value in another way. */
export const assignedChanged: ChangeRule<FieldPair> = {
  name: 'resources/assigned-changed',
  verb: 'behaviour',
  differs: 'the service gives a field its value in another way',
  answers: unclear('A client that relies on where the value comes from.'),
  find: (pair) => {
    const sides = both(pair);
    if (sides === undefined) return undefined;
    const { old, now } = sides;
    const { assigned } = old.plan;
    const within = (names: readonly string[]): string[] =>
      names.flatMap((name) => pathInNewNames(pair.comparison, pair.of, [name]));
    const turned = assigned?.by === 'sequence' ? { ...assigned, within: within(assigned.within) } : assigned;
    if (equal([turned, old.plan.assignedOnUpdate], [now.plan.assigned, now.plan.assignedOnUpdate])) return undefined;
    return {
      where: pair.called,
      what: `\`${pair.called}\` gets its value in another way`,
      old: old.model.span,
      now: now.model.span,
      answers: old.shown,
    };
  },
};
