import { breaking, type ChangeRule, compatible } from '../../../changes/rule.ts';
import { alike, conversions, formatOf } from './schemas.ts';
import { cellsOf, type FieldPair } from './subjects.ts';
import { toldOf } from './told.ts';

/** A field no longer has a format. */
export const formatRemoved: ChangeRule<FieldPair> = {
  name: 'resources/format-removed',
  verb: 'type',
  differs: 'a field no longer has a format',
  requests: compatible,
  answers: breaking('A client that reads values by their format.'),
  find: (pair) => {
    const sides = alike(pair);
    if (sides === undefined || formatOf(sides.old.schema) === undefined || formatOf(sides.now.schema) !== undefined)
      return undefined;
    const { old, now } = sides;
    return toldOf(pair, sides, 'format', `is no longer of the format \`${formatOf(old.schema)}\``, {
      before: cellsOf(old, 'type'),
      ...conversions(old, now),
    });
  },
};
