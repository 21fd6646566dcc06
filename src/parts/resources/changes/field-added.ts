import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { FieldPair } from './subjects.ts';

/** There is a field that clients need not send. */
export const fieldAdded: ChangeRule<FieldPair> = {
  name: 'resources/field-added',
  verb: 'added',
  differs: 'there is a field that clients need not send',
  requests: compatible,
  answers: compatible,
  find: ({ old, now, called }) => {
    if (old !== undefined || now === undefined || (now.created && now.plan.required && now.plan.default === undefined))
      return undefined;
    return {
      where: called,
      what: `the field \`${called}\` is new`,
      now: now.model.name.span,
      requests: now.sent,
      answers: now.shown,
      row: { callers: now.shown ? 'absent' : '' },
    };
  },
};
