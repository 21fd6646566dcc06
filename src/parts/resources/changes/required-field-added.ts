import { unknown } from '../../../changes/row.ts';
import { breaking, type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { FieldPair } from './subjects.ts';

/** There is a field that clients must send. */
export const requiredFieldAdded: ChangeRule<FieldPair> = {
  name: 'resources/required-field-added',
  verb: 'added',
  differs: 'there is a field that clients must send',
  requests: breaking('A client that creates a record without it: the request is refused.'),
  answers: compatible,
  find: ({ old, now, called }) => {
    if (old !== undefined || now === undefined || !now.created || !now.plan.required || now.plan.default !== undefined)
      return undefined;
    const open = `the value of \`${now.name}\` in the requests of older callers, who do not send it`;
    const requests =
      now.schema.nullable === true ? { requests: 'default null' } : { requests: `default ${unknown}`, open };
    return {
      where: called,
      what: `the field \`${called}\` is new, and must be sent`,
      now: now.model.name.span,
      answers: now.shown,
      row: { callers: now.shown ? 'absent' : '', ...requests },
      advice: 'state a `default` to take requests that leave it out',
    };
  },
};
