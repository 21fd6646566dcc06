import { breaking, type ChangeRule, compatible } from '../../../changes/rule.ts';
import { alike, conversions, formatChange, formatOf } from './schemas.ts';
import { cellsOf, type FieldPair } from './subjects.ts';
import { toldOf } from './told.ts';

/** A field has a format that takes fewer values. */
export const formatNarrower: ChangeRule<FieldPair> = {
  name: 'resources/format-narrower',
  verb: 'type',
  differs: 'a field has a format that takes fewer values',
  requests: breaking('A client that sends values of no such form.'),
  answers: compatible,
  find: (pair) => {
    const sides = alike(pair);
    if (sides === undefined || formatChange(sides.old.schema, sides.now.schema) !== 'narrower') return undefined;
    const { old, now } = sides;
    const [was, is] = [formatOf(old.schema), formatOf(now.schema)];
    const what = is === undefined ? `is no longer of the format \`${was}\`` : `must be of the format \`${is}\``;
    return toldOf(pair, sides, 'format', what, { before: cellsOf(old, 'type'), ...conversions(old, now) });
  },
};
