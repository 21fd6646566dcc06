import { breaking, type ChangeRule, compatible } from '../../../changes/rule.ts';
import { both, conversions, typeOf } from './schemas.ts';
import { cellsOf, type FieldPair } from './subjects.ts';
import { toldOf } from './told.ts';

/** A whole number may be any number. */
export const typeWidened: ChangeRule<FieldPair> = {
  name: 'resources/type-widened',
  verb: 'type',
  differs: 'a whole number may be any number',
  requests: compatible,
  answers: breaking('A client that reads it as a whole number meets fractions.'),
  find: (pair) => {
    const sides = both(pair);
    if (sides === undefined || typeOf(sides.old.schema) !== 'integer' || typeOf(sides.now.schema) !== 'number')
      return undefined;
    const { old, now } = sides;
    return toldOf(pair, sides, 'type', 'is a number now, it was an integer', {
      before: cellsOf(old, 'type'),
      ...conversions(old, now),
    });
  },
};
