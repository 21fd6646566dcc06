import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { PreconditionPair } from './conditions.ts';

/** An operation refuses requests without a precondition. */
export const preconditionNeeded: ChangeRule<PreconditionPair> = {
  name: 'endpoints/precondition-needed',
  verb: 'behaviour',
  differs: 'an operation refuses requests without a precondition',
  requests: breaking('A client that sends none: `precondition required`.'),
  find: ({ called, header, old, now, oldSpan, nowSpan }) =>
    old?.required === true || now?.required !== true
      ? undefined
      : { where: called, what: `\`${called}\` needs \`${header}\``, old: oldSpan, now: nowSpan },
};
