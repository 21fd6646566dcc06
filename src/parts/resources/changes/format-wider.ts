import { breaking, type ChangeRule, compatible } from '../../../changes/rule.ts';
import { alike, conversions, formatChange, formatOf } from './schemas.ts';
import { cellsOf, type FieldPair } from './subjects.ts';
import { toldOf } from './told.ts';

/** A field has a format that takes more values. */
export const formatWider: ChangeRule<FieldPair> = {
  name: 'resources/format-wider',
  verb: 'type',
  differs: 'a field has a format that takes more values, or none',
  requests: compatible,
  answers: breaking('A client that reads values by their older form.'),
  find: (pair) => {
    const sides = alike(pair);
    if (sides === undefined || formatChange(sides.old.schema, sides.now.schema) !== 'wider') return undefined;
    const { old, now } = sides;
    const [was, is] = [formatOf(old.schema), formatOf(now.schema)];
    const what = is === undefined ? `is no longer of the format \`${was}\`` : `may be of the format \`${is}\``;
    return toldOf(pair, sides, 'format', what, { before: cellsOf(old, 'type'), ...conversions(old, now) });
  },
};
