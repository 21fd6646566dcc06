import { breaking, type ChangeRule, compatible } from '../../../changes/rule.ts';
import { alike, conversions, formatOf } from './schemas.ts';
import { cellsOf, type FieldPair } from './subjects.ts';
import { toldOf } from './told.ts';

/** A field has a format where it had none. */
export const formatAdded: ChangeRule<FieldPair> = {
  name: 'resources/format-added',
  verb: 'type',
  differs: 'a field has a format where it had none',
  requests: breaking('A client that sends values of no such form.'),
  answers: compatible,
  find: (pair) => {
    const sides = alike(pair);
    if (sides === undefined || formatOf(sides.old.schema) !== undefined || formatOf(sides.now.schema) === undefined)
      return undefined;
    const { old, now } = sides;
    return toldOf(pair, sides, 'format', `must be of the format \`${formatOf(now.schema)}\``, {
      before: cellsOf(old, 'type'),
      ...conversions(old, now),
    });
  },
};
