import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { KeyPair } from './conditions.ts';

/** An operation takes requests without an idempotency key. */
export const keyNoLongerNeeded: ChangeRule<KeyPair> = {
  name: 'endpoints/key-no-longer-needed',
  verb: 'behaviour',
  differs: 'an operation takes requests without an idempotency key',
  requests: compatible,
  find: ({ called, old, now, oldSpan, nowSpan }) =>
    old?.required !== true || now === undefined || now.required
      ? undefined
      : { where: called, what: `\`${called}\` no longer needs an idempotency key`, old: oldSpan, now: nowSpan },
};
