import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { both } from './schemas.ts';
import type { FieldPair } from './subjects.ts';

/** A field is shown in the answer to its creation only. */
export const shownOnce: ChangeRule<FieldPair> = {
  name: 'resources/shown-once',
  verb: 'behaviour',
  differs: 'a field is shown in the answer to its creation only',
  answers: breaking('A client that reads it later finds nothing there.'),
  find: (pair) => {
    const sides = both(pair);
    if (
      sides === undefined ||
      sides.old.plan.shownOnce === true ||
      sides.now.plan.shownOnce !== true ||
      !sides.old.shown
    )
      return undefined;
    return {
      where: pair.called,
      what: `\`${pair.called}\` is shown once`,
      old: sides.old.model.span,
      now: sides.now.model.span,
    };
  },
};
