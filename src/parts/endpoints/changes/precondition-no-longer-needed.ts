import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { PreconditionPair } from './conditions.ts';

/** An operation takes requests without a precondition. */
export const preconditionNoLongerNeeded: ChangeRule<PreconditionPair> = {
  name: 'endpoints/precondition-no-longer-needed',
  verb: 'behaviour',
  differs: 'an operation takes requests without a precondition',
  requests: compatible,
  find: ({ called, header, old, now, oldSpan, nowSpan }) =>
    old?.required !== true || now?.required === true
      ? undefined
      : { where: called, what: `\`${called}\` no longer needs \`${header}\``, old: oldSpan, now: nowSpan },
};
