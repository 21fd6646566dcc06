import { unknown } from '../../../changes/row.ts';
import { breaking, type ChangeRule, compatible } from '../../../changes/rule.ts';
import { both } from './schemas.ts';
import { type FieldPair, literalText } from './subjects.ts';

/** A field must be sent, and is always there. */
export const becameRequired: ChangeRule<FieldPair> = {
  name: 'resources/became-required',
  verb: 'required',
  differs: 'a field must be sent, and is always there',
  requests: breaking('A client that leaves it out.'),
  answers: compatible,
  find: (pair) => {
    const sides = both(pair);
    if (sides === undefined || sides.old.plan.required || !sides.now.plan.required) return undefined;
    const { old, now } = sides;
    const literal = now.plan.default ?? old.plan.default;
    const given = literal !== undefined ? literalText(literal) : now.schema.nullable === true ? 'null' : unknown;
    return {
      where: pair.called,
      what: `\`${pair.called}\` is required`,
      old: old.model.span,
      now: now.model.constraints.find(({ kind }) => kind === 'required')?.span ?? now.model.span,
      requests: now.sent,
      answers: now.shown && old.shown,
      row: {
        requests: `default ${given}`,
        ...(given === unknown ? { open: `the value of \`${now.name}\` where older callers leave it out` } : {}),
      },
    };
  },
};
