import { type ChangeRule, compatible, unclear } from '../../../changes/rule.ts';
import { alike, boundsChange } from './schemas.ts';
import { cellsOf, type FieldPair } from './subjects.ts';

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
    const { old, now } = sides;
    return {
      where: pair.called,
      what: `\`${pair.called}\` is bounded less closely`,
      old: old.model.span,
      now: now.model.span,
      requests: old.sent,
      answers: old.shown,
      row: { before: cellsOf(old, 'constraints') },
    };
  },
};
