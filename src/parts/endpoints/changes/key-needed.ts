import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { KeyPair } from './conditions.ts';

/** An operation refuses requests without an idempotency key. */
export const keyNeeded: ChangeRule<KeyPair> = {
  name: 'endpoints/key-needed',
  verb: 'behaviour',
  differs: 'an operation refuses requests without an idempotency key',
  requests: breaking('A client that sends none.'),
  find: ({ called, old, now, oldSpan, nowSpan }) =>
    old?.required === true || now?.required !== true
      ? undefined
      : { where: called, what: `\`${called}\` needs an idempotency key`, old: oldSpan, now: nowSpan },
};
