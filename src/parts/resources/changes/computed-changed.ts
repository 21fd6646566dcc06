import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { sameValue } from '../../comparing/expressions.ts';
import { both } from './schemas.ts';
import type { FieldPair } from './subjects.ts';

/** A computed field is worked out otherwise. */
export const computedChanged: ChangeRule<FieldPair> = {
  name: 'resources/computed-changed',
  verb: 'behaviour',
  differs: 'a computed field is worked out otherwise',
  answers: unclear('A client that relies on how the value comes about.'),
  find: (pair) => {
    const sides = both(pair);
    if (sides === undefined) return undefined;
    const { old, now } = sides;
    const at = { of: pair.of, gives: `${pair.of}.${old.name}` };
    const formulas = [old.plan.computed?.value, now.plan.computed?.value];
    if (sameValue(pair.comparison, at, formulas[0], formulas[1])) return undefined;
    const what =
      formulas[0] === undefined
        ? 'is worked out by the service'
        : formulas[1] === undefined
          ? 'is no longer worked out'
          : 'is worked out otherwise';
    return {
      where: pair.called,
      what: `\`${pair.called}\` ${what}`,
      old: old.model.span,
      now: now.model.span,
      answers: old.shown,
    };
  },
};
