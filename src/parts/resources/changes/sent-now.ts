import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import { both, sends } from './schemas.ts';
import type { FieldPair } from './subjects.ts';

/** Clients may send a field that they could not send. */
export const sentNow: ChangeRule<FieldPair> = {
  name: 'resources/sent-now',
  verb: 'behaviour',
  differs: 'clients may send a field that they could not send',
  requests: compatible,
  find: (pair) => {
    const sides = both(pair);
    if (sides === undefined || sends(sides.old) !== false || !sends(sides.now)) return undefined;
    if (sides.now.created && sides.now.plan.required && !sides.old.plan.required) return undefined;
    return {
      where: pair.called,
      what: `clients may send \`${pair.called}\``,
      old: sides.old.model.span,
      now: sides.now.model.span,
    };
  },
};
