import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { alike, boundsChange } from './schemas.ts';
import { cellsOf, type FieldPair } from './subjects.ts';
import { toldOf } from './told.ts';

/** What a field may hold is bounded otherwise. */
export const constraintChanged: ChangeRule<FieldPair> = {
  name: 'resources/constraint-changed',
  verb: 'constraint',
  differs: 'what a field may hold is bounded otherwise',
  requests: unclear('A client that sends values that fitted before.'),
  answers: unclear('A client that relies on the older bound when it reads or keeps the value.'),
  find: (pair) => {
    const sides = alike(pair);
    if (sides === undefined || boundsChange(sides.old.schema, sides.now.schema) !== 'unclear') return undefined;
    return toldOf(pair, sides, 'field', 'is bounded otherwise', { before: cellsOf(sides.old, 'constraints') });
  },
};
