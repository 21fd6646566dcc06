import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import { both } from './schemas.ts';
import type { FieldPair } from './subjects.ts';

/** A field is in answers in which it was not. */
export const shownNow: ChangeRule<FieldPair> = {
  name: 'resources/shown-now',
  verb: 'behaviour',
  differs: 'a field is in answers in which it was not',
  answers: compatible,
  exposes: 'Clients see stored values that no answer showed.',
  find: (pair) => {
    const sides = both(pair);
    if (sides === undefined || sides.old.common.shown !== false || sides.now.common.shown !== true) return undefined;
    return {
      where: pair.called,
      what: `\`${pair.called}\` is shown`,
      old: sides.old.model.span,
      now: sides.now.model.span,
    };
  },
};
