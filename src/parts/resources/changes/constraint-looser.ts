import { type ChangeRule, compatible, unclear } from '../../../changes/rule.ts';
import { alike, boundsChange } from './schemas.ts';
import { cellsOf, type FieldPair } from './subjects.ts';
import { toldOf } from './told.ts';

/** What a field may hold is bounded less closely. */
export const constraintLooser: ChangeRule<FieldPair> = {
  name: 'resources/constraint-looser',
  verb: 'constraint',
  differs: 'what a field may hold is bounded less closely',
  requests: compatible,
  answers: unclear('A client that relies on the older bound when it reads or keeps the value.'),
  find: (pair) => {
    const sides = alike(pair);
    if (sides === undefined || boundsChange(sides.old.schema, sides.now.schema) !== 'looser') return undefined;
    return toldOf(pair, sides, 'field', 'is bounded less closely', { before: cellsOf(sides.old, 'constraints') });
  },
};
