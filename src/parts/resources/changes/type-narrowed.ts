import { breaking, type ChangeRule, compatible } from '../../../changes/rule.ts';
import { both, conversions, typeOf } from './schemas.ts';
import { cellsOf, type FieldPair } from './subjects.ts';
import { toldOf } from './told.ts';

/** A number must be a whole one. */
export const typeNarrowed: ChangeRule<FieldPair> = {
  name: 'resources/type-narrowed',
  verb: 'type',
  differs: 'a number must be a whole one',
  requests: breaking('A client that sends fractions.'),
  answers: compatible,
  find: (pair) => {
    const sides = both(pair);
    if (sides === undefined || typeOf(sides.old.schema) !== 'number' || typeOf(sides.now.schema) !== 'integer')
      return undefined;
    const { old, now } = sides;
    return toldOf(pair, sides, 'type', 'is an integer now, it was a number', {
      before: cellsOf(old, 'type'),
      ...conversions(old, now),
    });
  },
};
