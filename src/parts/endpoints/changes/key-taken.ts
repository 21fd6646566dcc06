import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import type { KeyPair } from './conditions.ts';

/** An operation takes an idempotency key. */
export const keyTaken: ChangeRule<KeyPair> = {
  name: 'endpoints/key-taken',
  verb: 'behaviour',
  differs: 'an operation takes an idempotency key',
  requests: compatible,
  find: ({ called, old, now, oldSpan, nowSpan }) =>
    old !== undefined || now === undefined || now.required
      ? undefined
      : { where: called, what: `\`${called}\` takes an idempotency key`, old: oldSpan, now: nowSpan },
};
