import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { alike, conversions, formatOf } from './schemas.ts';
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
    if (sides === undefined) return undefined;
    const { old, now } = sides;
    const [was, is] = [formatOf(old.schema), formatOf(now.schema)];
    if (was === is || was === undefined || is === undefined) return undefined;
    return toldOf(pair, sides, 'format', `is of the format \`${is}\`, it was \`${was}\``, {
      before: cellsOf(old, 'type'),
      ...conversions(old, now),
    });
  },
};
