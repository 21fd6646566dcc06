import { unknown } from '../../../changes/row.ts';
import { breaking, type ChangeRule, compatible } from '../../../changes/rule.ts';
import { both } from './schemas.ts';
import type { FieldPair } from './subjects.ts';

/** A field need not be sent, and may be absent. */
export const becameOptional: ChangeRule<FieldPair> = {
  name: 'resources/became-optional',
  verb: 'optional',
  differs: 'a field need not be sent, and may be absent',
  requests: compatible,
  answers: breaking('A client that relies on its being there.'),
  find: (pair) => {
    const sides = both(pair);
    if (sides === undefined || !sides.old.plan.required || sides.now.plan.required) return undefined;
    const { old, now } = sides;
    const always = now.schema.nullable === true || now.plan.default !== undefined;
    return {
      where: pair.called,
      what: `\`${pair.called}\` is no longer required`,
      old: old.model.constraints.find(({ kind }) => kind === 'required')?.span ?? old.model.span,
      now: now.model.span,
      requests: old.sent,
      answers: old.shown && now.shown && !always,
      row:
        old.shown && !always
          ? { callers: `default ${unknown}`, open: `what older callers see where \`${now.name}\` is absent` }
          : undefined,
    };
  },
};
