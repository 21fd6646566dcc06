import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { equal } from '../../../expression/form.ts';
import { alike, both } from './schemas.ts';
import { defaultInNewNames, type FieldPair, literalText } from './subjects.ts';

/** A field that is left out gets another value. */
export const defaultChanged: ChangeRule<FieldPair> = {
  name: 'resources/default-changed',
  verb: 'default',
  differs: 'a field that is left out gets another value',
  requests: unclear('A client that leaves it out and expects the older value.'),
  find: (pair) => {
    const sides = both(pair);
    if (
      sides === undefined ||
      sides.now.plan.default === undefined ||
      equal(defaultInNewNames(pair), sides.now.plan.default)
    )
      return undefined;
    const { old, now } = sides;
    const literal = (side: typeof old) => side.model.constraints.find(({ kind }) => kind === 'default');
    return {
      where: pair.called,
      what:
        old.plan.default === undefined ? `\`${pair.called}\` has a default` : `\`${pair.called}\` has another default`,
      old: literal(old)?.span ?? old.model.span,
      now: literal(now)?.span ?? now.model.span,
      requests: old.sent,
      // undoing the row of a type takes the default away
      row:
        old.plan.default === undefined && alike(pair) === undefined
          ? 'none'
          : { before: literalText(old.plan.default) },
    };
  },
};
