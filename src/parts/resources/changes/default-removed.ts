import { breaking, type ChangeRule, unclear } from '../../../changes/rule.ts';
import { both } from './schemas.ts';
import { type FieldPair, literalText } from './subjects.ts';

/** A field that is left out no longer gets a value. */
export const defaultRemoved: ChangeRule<FieldPair> = {
  name: 'resources/default-removed',
  verb: 'default',
  differs: 'a field that is left out no longer gets a value',
  requests: unclear('A client that leaves it out and expects the older value.'),
  answers: breaking('A client that relies on its being there.'),
  find: (pair) => {
    const sides = both(pair);
    if (sides === undefined || sides.old.plan.default === undefined || sides.now.plan.default !== undefined)
      return undefined;
    const { old, now } = sides;
    const there = now.plan.required || now.schema.nullable === true;
    return {
      where: pair.called,
      what: `\`${pair.called}\` has no default any more`,
      old: old.model.constraints.find(({ kind }) => kind === 'default')?.span ?? old.model.span,
      now: now.model.span,
      requests: old.sent,
      answers: old.shown && now.shown && !there,
      row: { before: literalText(old.plan.default) },
    };
  },
};
