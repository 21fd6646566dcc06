import { breaking, type ChangeRule, compatible } from '../../../changes/rule.ts';
import { alike, boundsChange } from './schemas.ts';
import { cellsOf, type FieldPair } from './subjects.ts';
import { toldOf } from './told.ts';

/** What a field may hold is bounded more closely. */
export const constraintTighter: ChangeRule<FieldPair> = {
  name: 'resources/constraint-tighter',
  verb: 'constraint',
  differs: 'what a field may hold is bounded more closely',
  requests: breaking('A client that sends values that fitted before.'),
  answers: compatible,
  find: (pair) => {
    const sides = alike(pair);
    if (sides === undefined || boundsChange(sides.old.schema, sides.now.schema) !== 'tighter') return undefined;
    return toldOf(pair, sides, 'field', 'is bounded more closely', { before: cellsOf(sides.old, 'constraints') });
  },
};
