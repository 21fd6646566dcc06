import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { alike, conversions, formatChange, formatOf } from './schemas.ts';
import { cellsOf, type FieldPair } from './subjects.ts';
import { toldOf } from './told.ts';

/** A field has another format. */
export const formatChanged: ChangeRule<FieldPair> = {
  name: 'resources/format-changed',
  verb: 'type',
  differs: 'a field has another format',
  requests: breaking('A client that sends values of the older form.'),
  answers: breaking('A client that reads values by their older form.'),
  find: (pair) => {
    const sides = alike(pair);
    if (sides === undefined || formatChange(sides.old.schema, sides.now.schema) !== 'other') return undefined;
    const { old, now } = sides;
    const [was, is] = [formatOf(old.schema), formatOf(now.schema)];
    const what = `is of the format \`${is}\`, it was \`${was}\``;
    return toldOf(pair, sides, 'format', what, { before: cellsOf(old, 'type'), ...conversions(old, now) });
  },
};
