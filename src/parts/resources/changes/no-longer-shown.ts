import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { both } from './schemas.ts';
import type { FieldPair } from './subjects.ts';

/** A field is in no answer any more. */
export const noLongerShown: ChangeRule<FieldPair> = {
  name: 'resources/no-longer-shown',
  verb: 'behaviour',
  differs: 'a field is in no answer any more',
  answers: breaking('A client that reads it finds nothing there.'),
  find: (pair) => {
    const sides = both(pair);
    if (sides === undefined || sides.old.common.shown !== true || sides.now.common.shown !== false) return undefined;
    return {
      where: pair.called,
      what: `\`${pair.called}\` is no longer shown`,
      old: sides.old.model.span,
      now: sides.now.model.span,
    };
  },
};
